import { decodeChunks } from '@/lib/importers/comments/source-text'
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
}

export const field = ({ fields }: WxrItem, name: string) => fields.get(name) ?? ''

const wxr: XmlFormat = {
  root: 'rss',
  records: {
    item: [
      ...['title', 'link', 'category', 'dc:creator', 'content:encoded', 'excerpt:encoded'],
      ...['wp:attachment_url', 'wp:comment_status', 'wp:is_sticky', 'wp:post_date'],
      ...['wp:post_date_gmt', 'wp:post_id', 'wp:post_name', 'wp:post_password', 'wp:post_type'],
      ...['wp:postmeta/wp:meta_key', 'wp:postmeta/wp:meta_value', 'wp:status'],
    ],
  },
}

function toItem(item: XmlRecord): WxrItem {
  const meta = new Map<string, string>()
  let key = ''
  for (const { path, text } of item.elements) {
    if (path === 'wp:postmeta/wp:meta_key') key = text
    if (path === 'wp:postmeta/wp:meta_value') meta.set(key, text)
  }
  const categories = item.elements
    .filter(({ path }) => path === 'category')
    .map(({ attributes, text }) => ({ domain: attributes.domain ?? '', name: text.trim() }))
  // Uses the first of several elements, like the reader of comments.
  const fields = new Map(item.elements.toReversed().map(({ path, text }) => [path, text]))
  return { fields, categories, meta }
}

/**
 * Reads the items of a WordPress export (WXR) as a stream, so that memory use is bounded.
 * @param chunks the file's bytes in UTF-8
 * @throws NotAPost if it is not UTF-8, not an export, or incomplete
 */
export async function* readWxrItems(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<WxrItem> {
  try {
    for await (const record of readXmlRecords(decodeChunks(chunks, 'utf-8', true), wxr)) {
      if (record.problem) throw new NotAPost(`${record.place}: ${record.problem}`)
      yield toItem(record)
    }
  } catch (error) {
    if (error instanceof TypeError) throw new NotAPost('it is not UTF-8 text')
    if (!(error instanceof BrokenXml)) throw error
    if (!error.isFormat) throw new NotAPost('this XML file is not a WordPress export')
    throw new NotAPost(error.record?.problem ?? error.message)
  }
}
