import { readFileSync } from 'node:fs'
import path from 'node:path'
import { RelaxNGValidator, XmlDocument } from 'libxml2-wasm'

/**
 * Validates a feed against the schema of its format, `atom.rng` or `rss.rng`.
 * @throws XmlValidateError that names the first error; XmlParseError if the text is not well-formed
 * XML
 */
export function validateFeed(format: 'atom' | 'rss', xml: string): void {
  const schema = XmlDocument.fromBuffer(
    readFileSync(path.join(import.meta.dirname, `${format}.rng`)),
  )
  const feed = XmlDocument.fromString(xml)
  const validator = RelaxNGValidator.fromDoc(schema)
  try {
    validator.validate(feed)
  } finally {
    validator.dispose()
    feed.dispose()
    schema.dispose()
  }
}
