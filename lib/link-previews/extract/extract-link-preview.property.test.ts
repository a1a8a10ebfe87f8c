import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LinkPreview, linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { hostilePages } from '@/test/link-previews/hostile-pages'
import { isNightly } from '@/test/nightly'
import { extractPage } from './extract-link-preview'

const here = new URL('https://example.com/a')

function expectValid(preview: LinkPreview): void {
  const { title, description, image, siteName, url, favicon } = preview
  expect(
    Object.values(preview).every(
      (value) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
    ),
  ).toBe(true)
  expect(Object.keys(preview).sort()).toEqual([
    'description',
    'favicon',
    'image',
    'siteName',
    'title',
    'url',
  ])
  expect([...title].length).toBeLessThanOrEqual(linkPreviewLimits.titleLengthMax)
  expect([...description].length).toBeLessThanOrEqual(linkPreviewLimits.descriptionLengthMax)
  for (const text of [title, siteName]) expect(text.trim()).not.toBe('')
  for (const href of [url, favicon, ...(image === '' ? [] : [image])])
    expect(new URL(href).protocol).toMatch(/^https?:$/)
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
    '<div itemscope itemtype="https://schema.org/Article">',
    '<p itemprop=',
    'publisher ',
    'itemscope ',
    '<meta itemprop=name ',
    '<article><p>',
    '</div>',
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

test('returns a valid preview for any bytes and content type', () => {
  const contentTypes = fc.oneof(
    fc.constantFrom(
      '',
      'text/html',
      'text/html; charset=shift_jis',
      'image/png',
      'text/html; charset=utf-16',
    ),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), contentTypes, (bytes, type) =>
      expectValid(extractPage(bytes, here, type).preview),
    ),
  )
})

test('returns a valid preview for any mixture of page fragments', () => {
  const page = fc.array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 60 })
  fc.assert(
    fc.property(page, (parts) =>
      expectValid(extractPage(Buffer.from(parts.join('')), here, 'text/html').preview),
    ),
    { numRuns: isNightly ? 500 : 100 },
  )
})

/** Returns the preview of a page, and the processor time of its extraction in milliseconds. */
function timed(bytes: Uint8Array): { preview: LinkPreview; tookMs: number } {
  const start = process.cpuUsage()
  const preview = extractPage(bytes, here, 'text/html').preview
  const { user, system } = process.cpuUsage(start)
  return { preview, tookMs: (user + system) / 1_000 }
}

test.each(hostilePages)('reads a megabyte of %s in a fraction of a second', (_, page) => {
  const bytes = Buffer.from(page)
  const first = timed(bytes)
  expectValid(first.preview)
  let { tookMs } = first
  // The first run includes compilation. See bench/previews/metadata.ts for figures.
  for (let run = 1; run < 4 && tookMs >= 400; run++) ({ tookMs } = timed(bytes))
  expect(tookMs).toBeLessThan(400)
})

test('finds a declaration after a hundred thousand other tags', () => {
  const noise =
    '<meta name="viewport" content="a"><meta property="og:locale:alternate" content="b">' +
    '<link rel=preload href=c>'
  const page = `${noise.repeat(8_000)}<meta property="og:title" content="found">`
  expect(extractPage(Buffer.from(page), here, 'text/html').preview.title).toBe('found')
})
