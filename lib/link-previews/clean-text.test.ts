import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText } from './clean-text'

describe('text of a stranger', () => {
  test.each([
    ['white space is folded', '  a\n\t b\u00a0\u2003c ', 'a b c'],
    ['controls are removed', 'a\0b\u0007c\u009fd', 'abcd'],
    ['direction overrides are removed, marks stay', '\u202egpj.exe\u2066 \u200f\u05d0', 'gpj.exe \u200f\u05d0'],
    ['what remains an entity is decoded once more', 'Q&amp;A &#39;x&#x27; &notanentity; &lt;b&gt;', "Q&A 'x' &notanentity; <b>"],
    ['a bare ampersand stays', 'AT&T & co &copy', 'AT&T & co &copy'],
    ['lone surrogates are replaced', 'a\ud800', 'a\ufffd'],
    ['joined emoji stay whole', '👩‍👩‍👧', '👩‍👩‍👧'],
    ['what cannot be seen is nothing', '\u200b\u200d \u2060', ''],
  ])('%s', (_, text, clean) => {
    expect(cleanText(text, 300)).toBe(clean)
  })

  test('is cut at a word, with an ellipsis', () => {
    expect(cleanText('one two three', 13)).toBe('one two three')
    expect(cleanText('one two three', 12)).toBe('one two…')
    expect(cleanText('one two, three', 9)).toBe('one two…')
    expect(cleanText('one two three', 8)).toBe('one two…')
  })

  test('without spaces is cut anywhere, never inside a character', () => {
    expect(cleanText('日'.repeat(20), 10)).toBe(`${'日'.repeat(9)}…`)
    expect(cleanText('😀'.repeat(20), 10)).toBe(`${'😀'.repeat(9)}…`)
  })

  test('never exceeds its limit and never breaks a surrogate pair', () => {
    const unit = fc.oneof(
      fc.nat(0xffff).map((code) => String.fromCharCode(code)),
      fc.constantFrom(' ', '&amp;', '&#55296;', '😀', '&lt;'),
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (units) => {
        const clean = cleanText(units.join(''), 20)
        expect([...clean].length).toBeLessThanOrEqual(20)
        expect(clean.isWellFormed()).toBe(true)
        expect(clean).toBe(clean.trim())
      }),
    )
  })
})
