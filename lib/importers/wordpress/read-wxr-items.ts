import { NotAPost } from '@/lib/importers/imported-post'
import {
  BrokenXml,
  readXmlRecords,
  type XmlFormat,
  type XmlRecord,
} from '@/lib/importers/xml/read-xml-records'

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

/** The elements of a comment in a WordPress export. */
export const wxrCommentElements = [
  'id',
  'author',
  'author_email',
  'author_url',
  'date',
  'date_gmt',
  'content',
  'approved',
  'type',
  'parent',
].map((name) => `wp:comment_${name}`)

const wxr: XmlFormat = {
  root: 'rss',
  records: {
    item: [
      'title',
      'link',
      'category',
      'dc:creator',
      'content:encoded',
      'excerpt:encoded',
      'wp:attachment_url',
      'wp:comment_status',
      'wp:is_sticky',
      'wp:post_date',
      'wp:post_date_gmt',
      'wp:post_id',
      'wp:post_name',
      'wp:post_password',
      'wp:post_type',
      'wp:postmeta/wp:meta_key',
      'wp:postmeta/wp:meta_value',
      'wp:status',
    ],
    'wp:comment': wxrCommentElements,
  },
}

const textsOf = ({ elements }: XmlRecord) => new Map(elements.map(({ path, text }) => [path, text]))

function toItem(item: XmlRecord, comments: XmlRecord[]): WxrItem {
  const meta = new Map<string, string>()
  let key = ''
  for (const { path, text } of item.elements) {
    if (path === 'wp:postmeta/wp:meta_key') key = text
    if (path === 'wp:postmeta/wp:meta_value') meta.set(key, text)
  }
  const categories = item.elements
    .filter(({ path }) => path === 'category')
    .map(({ attributes, text }) => ({ domain: attributes.domain ?? '', name: text.trim() }))
  return { fields: textsOf(item), categories, meta, comments: comments.map(textsOf) }
}

/**
 * Reads the items of a WordPress export (WXR) as a stream, so that memory use is bounded.
 * @param chunks the file's bytes in UTF-8
 * @throws NotAPost if it is not UTF-8, not an export, or incomplete
 */
export async function* readWxrItems(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<WxrItem> {
  let comments: XmlRecord[] = []
  try {
    for await (const record of readXmlRecords(decode(chunks), wxr)) {
      if (record.problem) throw new NotAPost(`${record.place}: ${record.problem}`)
      if (record.name === 'wp:comment') comments.push(record)
      else {
        yield toItem(record, comments)
        comments = []
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenXml)) throw error
    if (!error.isFormat) throw new NotAPost('this XML file is not a WordPress export')
    throw new NotAPost(error.record?.problem ?? error.message)
  }
}

async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decoded = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new NotAPost('it is not UTF-8 text')
    }
  }
  for await (const chunk of chunks) yield decoded(chunk)
  yield decoded()
}
