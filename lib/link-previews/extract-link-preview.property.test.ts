import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractLinkPreview } from './extract-link-preview'
import { type LinkPreview, linkPreviewLimits } from './link-preview'

const bytesMax = linkPreviewLimits.bodyBytesMax
const here = new URL('https://example.com/a')

function expectValid(preview: LinkPreview): void {
  const { title, description, image, siteName, url, favicon } = preview
  expect(Object.values(preview).every((value) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0'))).toBe(true)
  expect(Object.keys(preview).sort()).toEqual(['description', 'favicon', 'image', 'siteName', 'title', 'url'])
  expect([...title].length).toBeLessThanOrEqual(linkPreviewLimits.titleLengthMax)
  expect([...description].length).toBeLessThanOrEqual(linkPreviewLimits.descriptionLengthMax)
  for (const text of [title, siteName]) expect(text.trim()).not.toBe('')
  for (const href of [url, favicon, ...(image === '' ? [] : [image])]) expect(new URL(href).protocol).toMatch(/^https?:$/)
}

const pieces = fc.constantFrom(
  ...[
    '<meta ',
    'property="og:title" ',
    'name=description ',
    'content="',
    '" ',
    '>',
    '<title>',
    '</title>',
    '<h1>',
    '</h1>',
    '<svg>',
    '</svg>',
  ],
  ...[
    '<link rel=icon href="',
    'rel=canonical ',
    'href=//x.com ',
    '<base href=',
    'javascript:',
    'http://[',
    '&amp;',
    '&#0;',
    '&#xd800;',
    '&#128512;',
  ],
  ...[
    '<script type="application/ld+json">',
    '{"headline":"',
    '"image":[',
    '"publisher":{"name":"',
    '}',
    ']',
    '</script>',
    '<!--',
    '-->',
    '\0',
    '\u202e',
    '日本',
  ],
)

test('any bytes give a valid preview, under any content type', () => {
  const contentTypes = fc.oneof(
    fc.constantFrom('', 'text/html', 'text/html; charset=shift_jis', 'image/png', 'text/html; charset=utf-16'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), contentTypes, (bytes, type) => expectValid(extractLinkPreview(bytes, here, type))),
  )
})

test('any mixture of what pages are made of gives a valid preview', () => {
  const page = fc.array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 60 })
  fc.assert(
    fc.property(page, (parts) => expectValid(extractLinkPreview(Buffer.from(parts.join('')), here, 'text/html'))),
    { numRuns: 500 },
  )
})

/** A megabyte of one thing. */
const fill = (unit: string, start = '') => start + unit.repeat(Math.floor((bytesMax - start.length) / unit.length))
const data = '<script type="application/ld+json">'

test.each([
  ['tags nested without end', fill('<div>')],
  ['tags that do not match', fill('<div></span>')],
  ['open brackets', fill('<')],
  ['one tag of attributes', fill(' a=1', '<meta ')],
  ['one attribute again and again', fill(' content=1', '<meta ')],
  ['one name', fill('a', '<')],
  ['one attribute that never ends', fill('a', '<meta property="og:title" content="')],
  ['titles', fill('<title>')],
  ['empty titles', fill('<title></title>')],
  ['one title', fill('a ', '<title>')],
  ['entities', fill('&amp;amp;', '<title>')],
  ['combining marks', fill('\u0301', '<title>a').slice(0, bytesMax / 2)],
  ['headings', fill('<h1>')],
  ['line breaks in a heading', fill('a<br>', '<h1>')],
  ['comments', fill('<!--')],
  ['drawings', fill('<svg>')],
  ['meta tags', fill('<meta property="og:title" content="a">')],
  ['meta tags of different names', Array.from({ length: 30_000 }, (_, index) => `<meta name="og:${index}" content=a>`).join('')],
  ['icons', fill('<link rel=icon href=data:,>')],
  ['blocks of data', fill(`${data}{}</script>`)],
  ['data nested without end', fill('[', data)],
  ['data without end', fill('{"publisher":{"@id":"a"}},', `${data}[`)],
  ['zero bytes', fill('\0')],
])('a megabyte of %s gives a valid preview', (_, page) => {
  expectValid(extractLinkPreview(Buffer.from(page), here, 'text/html'))
})

test('a hundred thousand tags before it do not hide what the page declares', () => {
  const noise = '<meta name="viewport" content="a"><meta property="og:locale:alternate" content="b"><link rel=preload href=c>'
  const page = `${noise.repeat(8_000)}<meta property="og:title" content="found">`
  expect(extractLinkPreview(Buffer.from(page), here, 'text/html').title).toBe('found')
})
