import { describe, expect, test } from 'vitest'
import { decodePage } from './decode-page'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const bytes = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))

describe('the encoding of a page', () => {
  test.each([
    ['shift_jis', '93 fa 96 7b', '日本'],
    ['euc-kr', 'c7 d1 b1 b9', '한국'],
    ['gb18030', 'd6 d0 b9 fa', '中国'],
    ['big5', 'a4 a4 a4 e5', '中文'],
    ['windows-1251', 'cf f0 e8 e2 e5 f2', 'Привет'],
    ['iso-8859-2', 'be f3', 'žó'],
    ['windows-1252', '80 92', '€’'],
    ['iso-8859-1', '80 e9', '€é'],
  ])('can be %s, declared by the header or the page', (charset, code, text) => {
    expect(decodePage(hex(code), `text/html; charset="${charset}"`)).toBe(text)
    expect(decodePage(bytes(`<meta charset=${charset}>`, hex(code)), 'text/html')).toContain(text)
    expect(
      decodePage(
        bytes(
          `<META http-equiv="Content-Type" content="text/html; charset=${charset}">`,
          hex(code),
        ),
        '',
      ),
    ).toContain(text)
    expect(
      decodePage(bytes(`<?xml version="1.0" encoding="${charset}"?>`, hex(code)), ''),
    ).toContain(text)
  })

  test('is that of the byte order mark, whatever is declared', () => {
    expect(decodePage(bytes(hex('efbbbf'), 'é'), 'text/html; charset=windows-1251')).toBe('é')
    expect(
      decodePage(bytes(hex('fffe'), Buffer.from('<é', 'utf16le')), 'text/html; charset=utf-8'),
    ).toBe('<é')
    expect(decodePage(hex('feff 003c 00e9'), '')).toBe('<é')
    expect(decodePage(Buffer.from('<p>é', 'utf16le'), '')).toBe('<p>é')
  })

  test('is that of the header rather than the page', () => {
    expect(
      decodePage(bytes('<meta charset=utf-8>', hex('e9')), 'text/html; charset=iso-8859-1'),
    ).toContain('é')
  })

  test.each([
    'utf-16',
    'utf-16le',
    'UTF-16BE',
    'unicode',
    'csunicode',
    'ucs-2',
    'iso-10646-ucs-2',
    'unicodefeff',
    'UnicodeFFFE',
  ])('is UTF-8 if the page declares %s in ASCII', (label) => {
    expect(decodePage(bytes(`<meta charset=${label}><title>é`), '')).toContain('<title>é')
    expect(
      decodePage(
        bytes(`<meta http-equiv=content-type content="text/html; charset=${label}"><title>é`),
        '',
      ),
    ).toContain('<title>é')
    expect(decodePage(bytes(`<?xml version="1.0" encoding="${label}"?><title>é`), '')).toContain(
      '<title>é',
    )
  })

  test('is windows-1252 if the page declares x-user-defined', () => {
    expect(decodePage(bytes('<meta charset=x-user-defined>', hex('93')), '')).toContain('“')
  })

  test.each([
    '<meta name="description" content="Write charset=windows-1251 into your page">',
    '<meta content="text/html; charset=windows-1251">',
    '<meta http-equiv="refresh" content="5; url=/?charset=windows-1251">',
    '<meta name="a" data-charset="windows-1251">',
    '<meta name="a>b" content="<meta charset=windows-1251>">',
    '<title data-a="<meta charset=windows-1251>">',
    '</meta charset=windows-1251>',
    '<metadata charset=windows-1251>',
    '<!-- <meta charset=windows-1251> -->',
    '<!doctype html "<meta charset=windows-1251">',
    '<?php <meta charset=windows-1251?>',
    '<meta charset=windows-1251',
    ' <?xml version="1.0" encoding="windows-1251"?>',
  ])('is not declared by %s', (html) => {
    expect(decodePage(bytes(`${html}<title>é`), '')).toContain('<title>é')
  })

  test.each([
    '<meta name="description" content="charset=utf-8"><meta charset="windows-1251">',
    '<meta charset=klingon><meta charset=windows-1251>',
    "<META CHARSET = 'windows-1251' / >",
    '<meta content="text/html; charset = windows-1251" http-equiv=Content-Type>',
    '<meta charset=" windows-1251 ">',
    '<meta charset=windows-1251 charset=utf-8>',
    '<!--><meta charset=windows-1251>',
    '<script>"<meta charset=windows-1251>"</script>',
  ])('is declared by %s', (html) => {
    expect(decodePage(bytes(html, hex('cf')), '')).toContain('П')
  })

  test('is UTF-8 if undeclared and valid, even if truncated inside a character', () => {
    expect(decodePage(bytes('日本').subarray(0, 5), '')).toBe('日')
  })

  test('is windows-1252 if undeclared and not valid UTF-8', () => {
    expect(decodePage(hex('93 63 61 66 e9 94'), '')).toBe('“café”')
  })

  test('is detected if the label is unknown or in a comment', () => {
    expect(decodePage(bytes('<meta charset=klingon>é'), 'text/html; charset=klingon')).toContain(
      'é',
    )
    expect(decodePage(bytes('<!-- <meta charset=windows-1251> -->é'), '')).toContain('é')
  })
})
