import { Parser } from 'htmlparser2'
import { NotAPost } from '@/lib/importers/imported-post'

/** An `<item>` of a WordPress export. */
export type WxrItem = {
  /** The texts of its elements by name (`wp:post_type`). */
  fields: Map<string, string>
  categories: { domain: string; name: string }[]
  meta: Map<string, string>
  /** The texts of each comment's elements by name. */
  comments: Map<string, string>[]
}

export const field = ({ fields }: WxrItem, name: string) => fields.get(name) ?? ''

/** Parses a time of WordPress in UTC; undefined for zeros, which mean no time. */
export function wxrDate(text: string): Date | undefined {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(text.trim())
  if (!match || text.startsWith('0000')) return undefined
  const date = new Date(`${match[1]}T${match[2]}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** Far longer than any post. */
const fieldLengthMax = 8 * 2 ** 20
/** Deeper than any export, whose deepest elements are values in the meta data of comments. */
const depthMax = 32

/**
 * Collects items from the parser's events. The parser treats entities declared by the document as
 * text, so they can neither expand nor read files.
 */
class ItemGatherer {
  /** Complete items that have not been read yet. */
  done: WxrItem[] = []
  /** The file ends before its elements do. */
  isCut = false
  /** The file is a WordPress export. */
  isExport = false
  #item: WxrItem | undefined
  #comment: Map<string, string> | undefined
  #metaKey = ''
  #path: string[] = []
  #text = ''
  #domain = ''

  onopentag(name: string, attributes: Record<string, string>): void {
    this.#path.push(name)
    if (this.#path.length > depthMax) throw new NotAPost('its elements are nested too deeply')
    this.#text = ''
    if (name === 'rss' || name === 'wp:wxr_version') this.isExport = true
    if (name === 'item')
      this.#item = { fields: new Map(), categories: [], meta: new Map(), comments: [] }
    if (name === 'wp:comment') this.#comment = new Map()
    if (name === 'category') this.#domain = attributes.domain ?? ''
  }

  ontext(text: string): void {
    if (!this.#item) return
    this.#text += text
    if (this.#text.length > fieldLengthMax)
      throw new NotAPost(`an element is longer than ${fieldLengthMax / 2 ** 20} MB`)
  }

  onclosetag(name: string, isImplied: boolean): void {
    const item = this.#item
    if (isImplied && (name === 'item' || name === 'rss')) this.isCut = true
    this.#path.pop()
    const parent = this.#path.at(-1)
    if (!item) return
    if (name === 'item') {
      this.done.push(item)
      this.#item = undefined
    } else if (name === 'wp:comment') {
      if (this.#comment) item.comments.push(this.#comment)
      this.#comment = undefined
    } else if (name === 'wp:meta_key') this.#metaKey = this.#text
    else if (name === 'wp:meta_value' && parent === 'wp:postmeta')
      item.meta.set(this.#metaKey, this.#text)
    else if (name === 'category' && parent === 'item')
      item.categories.push({ domain: this.#domain, name: this.#text.trim() })
    else if (parent === 'wp:comment') this.#comment?.set(name, this.#text)
    else if (parent === 'item') item.fields.set(name, this.#text)
    this.#text = ''
  }
}

/**
 * Reads the items of a WordPress export (WXR) as a stream, so that memory use is bounded.
 * @param chunks the file's bytes in UTF-8
 * @throws NotAPost if it is not UTF-8, not an export, or incomplete
 */
export async function* readWxrItems(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<WxrItem> {
  const gatherer = new ItemGatherer()
  const parser = new Parser(gatherer, { xmlMode: true, decodeEntities: true })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const take = () => gatherer.done.splice(0)
  for await (const chunk of chunks) {
    parser.write(decode(decoder, chunk))
    yield* take()
  }
  parser.write(decode(decoder))
  parser.end()
  if (gatherer.isCut) throw new NotAPost('the file is incomplete: download the export again')
  yield* take()
  if (!gatherer.isExport) throw new NotAPost('this XML file is not a WordPress export')
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    throw new NotAPost('it is not UTF-8 text')
  }
}
