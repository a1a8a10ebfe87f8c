import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText, plainText } from './clean-text'

describe('third-party text', () => {
  test.each([
    ['whitespace is folded', '  a\n\t b\u00a0\u2003c ', 'a b c'],
    ['controls are removed', 'a\0b\u0007c\u009fd', 'abcd'],
    [
      'direction overrides are removed, direction marks are kept',
      '\u202egpj.exe\u2066 \u200f\u05d0',
      'gpj.exe \u200f\u05d0',
    ],
    [
      'remaining entities are decoded once more',
      'Q&amp;A &#39;x&#x27; &notanentity; &lt;b&gt;',
      "Q&A 'x' &notanentity; <b>",
    ],
    ['a bare ampersand is kept', 'AT&T & co &copy', 'AT&T & co &copy'],
    ['lone surrogates are replaced', 'a\ud800b', 'a\ufffdb'],
    ['half a character at the end is removed', 'a\ud83d', 'a'],
    ['joined emoji are kept', '👩‍👩‍👧', '👩‍👩‍👧'],
    ['invisible text becomes empty', '\u200b\u200d \u2060', ''],
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

describe('a description written as HTML', () => {
  test.each([
    ['<p>One</p><p>two</p>', 'One two'],
    ['<p>One', 'One'],
    ['One<br>two<br/>three', 'One two three'],
    ['H<sub>2</sub>O &amp; <a href="/x">salt</a>', 'H2O & salt'],
    ['&lt;p&gt;One &amp;amp; two&lt;/p&gt;', 'One & two'],
    ['<style>p { color: red }</style><p>One</p><!-- two --><script>three()</script>', 'One'],
    ['<p>The &lt;a&gt; element</p>', 'The <a> element'],
    ['<ul><li>One<li>two</ul>', 'One two'],
  ])('%s is converted to text', (html, text) => {
    expect(plainText(html, 300)).toBe(text)
  })

  test.each([
    'The <a> HTML element (or anchor element)',
    'a < b and c > d',
    'I <3 you',
    'Array<string>',
    'Use <br> for a line break',
  ])('“%s” is not HTML, but text', (text) => {
    expect(plainText(text, 300)).toBe(text)
  })

  test('drops a lone surrogate at the limit of the HTML', () => {
    expect(plainText(`${'<p>x</p>'.padEnd(319)}😀`, 20)).toBe('x')
  })

  test('is converted in linear time, regardless of its shape', () => {
    for (const piece of ['<b>', '<p', '</p>', '<a href="', '&lt;p&gt;', '<!--', '<script>', '<p>a'])
      expect(plainText(`</p>${piece.repeat(100_000)}`, 600).length).toBeLessThanOrEqual(600)
  })
})
