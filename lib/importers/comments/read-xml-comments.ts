import { importErrorText } from '@/lib/i18n/error-text'
import {
  BrokenXml,
  readXmlRecords,
  type XmlFormat,
  type XmlRecord,
} from '@/lib/importers/xml/read-xml-records'
import { lossRecord } from './source-fields'
import { type LossReason, NotAnExport, type SourceFile, type SourceRecord } from './source-record'
import { decodeChunks, firstBytes } from './source-text'

/** An XML declaration belongs at the start of a file, but plugins may write output before it. */
const declarationLengthMax = 1_024

/** Returns the encoding that an XML file declares if it is supported, otherwise UTF-8. */
async function encodingOf(file: SourceFile): Promise<string> {
  const declaration = (await firstBytes(file.open(), declarationLengthMax)).toString('latin1')
  const label = /<\?xml\s[^<>]*\bencoding\s*=\s*["']([\w-]+)["']/.exec(declaration)?.[1] ?? 'utf-8'
  try {
    // A declaration that is readable as single bytes is not in UTF-16, even if it names UTF-16.
    return new TextDecoder(label).encoding.replace(/^utf-16.*/, 'utf-8')
  } catch {
    return 'utf-8'
  }
}

/** Returns the loss of a comment that is incomplete in the file. */
export const brokenComment = ({ place, problem }: XmlRecord, id: string): SourceRecord =>
  lossRecord('broken-record', place, problem, [id || place])

/** Returns the loss of the tags in an element that should contain its HTML as text. */
export const tagLoss = ({ elements }: XmlRecord, path: string): LossReason[] =>
  elements.some((element) => element.path.startsWith(`${path}/`)) ? ['markup'] : []

/**
 * Reads the comments of an XML export up to any damage, and reports the damage.
 * @param system the name of the system, for messages
 * @param convert returns the pages, comments and losses of an XML record
 * @throws NotAnExport if the file has another format, or no comments
 */
export async function* readXmlComments(
  file: SourceFile,
  { system, format }: { system: string; format: XmlFormat },
  convert: (record: XmlRecord) => SourceRecord[],
): AsyncGenerator<SourceRecord> {
  let isEmpty = true
  try {
    const texts = decodeChunks(file.open(), await encodingOf(file))
    for await (const record of readXmlRecords(texts, format)) {
      const found = convert(record)
      isEmpty &&= found.every(({ kind }) => kind === 'page')
      yield* found
    }
  } catch (error) {
    if (!(error instanceof BrokenXml)) throw error
    if (!error.isFormat) throw new NotAnExport(importErrorText('notExport', { system }))
    isEmpty = false
    const found = error.record ? convert(error.record) : []
    yield* found
    if (!found.some(({ kind }) => kind === 'loss'))
      yield lossRecord('broken-record', error.place, error.message, [])
  }
  if (isEmpty) throw new NotAnExport(importErrorText('noComments'))
}
