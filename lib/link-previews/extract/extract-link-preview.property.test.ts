import { readFileSync } from 'node:fs'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LinkPreview, linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { runInTurns } from '@/lib/link-previews/worker/take-turns'
import { hostilePages } from '@/test/link-previews/hostile-pages'
import { extractInSteps, extractLinkPreview } from './extract-link-preview'
import { sliceLength } from './page-reader'

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
      expectValid(extractLinkPreview(bytes, here, type)),
    ),
  )
})

test('returns a valid preview for any mixture of page fragments', () => {
  const page = fc.array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 60 })
  fc.assert(
    fc.property(page, (parts) =>
      expectValid(extractLinkPreview(Buffer.from(parts.join('')), here, 'text/html')),
    ),
    { numRuns: 500 },
  )
})

/**
 * Returns the preview of a page that is read in turns, and the longest event loop delay in
 * milliseconds.
 */
async function readInTurns(bytes: Uint8Array): Promise<{ preview: LinkPreview; heldMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const { preview } = await runInTurns(extractInSteps(bytes, here, 'text/html'))
  await setTimeout(5)
  delay.disable()
  return { preview, heldMs: delay.max / 1e6 }
}

test.each(hostilePages)(
  'reads a megabyte of %s without blocking the event loop',
  async (_, page) => {
    const bytes = Buffer.from(page)
    const first = await readInTurns(bytes)
    expectValid(first.preview)
    let { heldMs } = first
    // The first run includes compilation, and other load only adds time. See
    // bench/previews/metadata.ts for figures.
    for (let run = 1; run < 4 && heldMs >= 150; run++) ({ heldMs } = await readInTurns(bytes))
    expect(heldMs).toBeLessThan(150)
  },
)

test('finds a declaration after a hundred thousand other tags', () => {
  const noise =
    '<meta name="viewport" content="a"><meta property="og:locale:alternate" content="b">' +
    '<link rel=preload href=c>'
  const page = `${noise.repeat(8_000)}<meta property="og:title" content="found">`
  expect(extractLinkPreview(Buffer.from(page), here, 'text/html').title).toBe('found')
})

test('returns the same preview wherever slices end', () => {
  const page = readFileSync(
    path.join(import.meta.dirname, 'fixtures/microdata-nested-items.html'),
    'utf8',
  )
  const expected = extractLinkPreview(Buffer.from(page), here, 'text/html')
  const slice = 8 * sliceLength
  for (let into = 0; into < page.length; into += 3) {
    // Shift the slice boundaries by adding characters at the start.
    const comment = `<!--${'x'.repeat(slice - into - 7)}-->`
    expect(extractLinkPreview(Buffer.from(comment + page), here, 'text/html')).toEqual(expected)
  }
})
