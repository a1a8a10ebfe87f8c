import { decodeChunks } from '@/lib/importers/comments/source-text'
import { NotAPost } from '@/lib/importers/imported-post'
import {
  BrokenXml,
  elementOf,
  readXmlRecords,
  type XmlRecord,
} from '@/lib/importers/xml/read-xml-records'

/** Returns the text of an element of an item, such as `wp:post_type`. */
export const field = (item: XmlRecord, name: string) => elementOf(item, name)?.text ?? ''

/** Returns an item's metadata by key. */
export function metaOf({ elements }: XmlRecord): Map<string, string> {
  const meta = new Map<string, string>()
  let key = ''
  for (const { path, text } of elements) {
    if (path === 'wp:postmeta/wp:meta_key') key = text
    if (path === 'wp:postmeta/wp:meta_value') meta.set(key, text)
  }
  return meta
}

/**
 * Reads the items of a WordPress export (WXR) as a stream, so that memory use is bounded.
 * @param chunks the file's bytes in UTF-8
 * @throws NotAPost if it is not UTF-8, not an export, or incomplete
 */
export async function* readWxrItems(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<XmlRecord> {
  try {
    const wxr = { root: 'rss', records: { item: [] } }
    for await (const record of readXmlRecords(decodeChunks(chunks, 'utf-8', true), wxr)) {
      if (record.problem) throw new NotAPost(`${record.place}: ${record.problem}`)
      yield record
    }
  } catch (error) {
    if (error instanceof TypeError) throw new NotAPost('it is not UTF-8 text')
    if (!(error instanceof BrokenXml)) throw error
    if (!error.isFormat) throw new NotAPost('this XML file is not a WordPress export')
    throw new NotAPost(error.record?.problem ?? error.message)
  }
}
