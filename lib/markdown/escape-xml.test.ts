import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeXml } from './escape-xml'

test('escapes tags and quotes, and removes characters that XML forbids, in any text', () => {
  const unit = fc.oneof(
    fc.nat(0xffff).map((code) => String.fromCharCode(code)),
    fc.constantFrom('<', '>', '"', '&', '\0', '\u001b', '\ufffe', '😀'),
  )
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      const escaped = escapeXml(text)
      expect(escaped).not.toMatch(/[<>"]|&(?!(?:amp|lt|gt|quot);)/)
      expect(escaped.isWellFormed()).toBe(true)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur.
      expect(escaped).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
    }),
  )
})
