import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractPage } from './extract-link-preview'
import { oembedAndManifestOf, readManifest, readOembed } from './oembed-and-manifest'

const here = new URL('https://example.com/watch/1')
const documentsOf = (html: string) =>
  oembedAndManifestOf(extractPage(Buffer.from(html), here, 'text/html').declared, here)
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const manifest = '<link rel="manifest" href="/site.webmanifest" crossorigin>'
const oEmbed =
  '<link rel="alternate" type="application/json+oembed" ' +
  'href="/oembed?url=a&amp;format=json" title="x">'

describe('a web app manifest', () => {
  test('is fetched if a page declares no icon', () => {
    expect(documentsOf(manifest).manifest).toBe('https://example.com/site.webmanifest')
    expect(documentsOf(`${manifest}<link rel=icon href="data:,">`).manifest).toBe(
      'https://example.com/site.webmanifest',
    )
    expect(documentsOf(`<base href="/app/">${manifest.replace('/site', 'site')}`).manifest).toBe(
      'https://example.com/app/site.webmanifest',
    )
  })

  test('is not fetched if the page declares an icon or the link is invalid', () => {
    expect(documentsOf(`${manifest}<link rel=apple-touch-icon href=/t.png>`).manifest).toBe('')
    expect(documentsOf('<link rel=manifest href="javascript:alert(1)">').manifest).toBe('')
    expect(documentsOf('').manifest).toBe('')
  })

  test('provides its icons, resolved against its own URL, except those for apps only', () => {
    const icons = [
      { src: 'a.png', sizes: '192x192', type: 'image/png' },
      { src: '/m.png', purpose: 'maskable' },
      7,
      { sizes: '1x1' },
    ]
    const found = readManifest(
      bytes({ name: 'App', icons }),
      new URL('https://example.com/app/m.json'),
    )
    expect(found.icons).toEqual([
      {
        rel: ['icon'],
        href: 'https://example.com/app/a.png',
        type: 'image/png',
        sizes: '192x192',
        media: '',
      },
    ])
  })
})

describe('oEmbed', () => {
  test('is fetched if the tags of a page are poor', () => {
    expect(documentsOf(oEmbed).oEmbed).toBe('https://example.com/oembed?url=a&format=json')
    expect(documentsOf(`${oEmbed}<meta property=og:title content=a>`).oEmbed).not.toBe('')
    expect(
      documentsOf(`${oEmbed}<meta property=og:image content=a><meta name=description content=a>`)
        .oEmbed,
    ).not.toBe('')
  })

  test('is not fetched if the tags are sufficient or the format is not JSON', () => {
    expect(
      documentsOf(`${oEmbed}<meta property=og:title content=a><meta property=og:image content=a>`)
        .oEmbed,
    ).toBe('')
    expect(documentsOf(oEmbed.replace('json+', 'xml+')).oEmbed).toBe('')
  })

  test('provides title, author, provider and thumbnail, never its HTML', () => {
    const answer = {
      version: '1.0',
      type: 'video',
      title: 'T',
      author_name: 'A',
      provider_name: 'P',
      thumbnail_url: '/t.jpg',
      html: '<iframe>',
    }
    expect(readOembed(bytes(answer), here)).toEqual({
      title: 'T',
      author: 'A',
      provider: 'P',
      thumbnail: 'https://example.com/t.jpg',
    })
  })
})

test('accepts any bytes and any JSON without an error', () => {
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 100 }),
    fc.json().map((text) => Buffer.from(text)),
    fc
      .record({
        icons: fc.array(fc.jsonValue()),
        title: fc.jsonValue(),
        thumbnail_url: fc.string(),
      })
      .map(bytes),
  )
  fc.assert(
    fc.property(anything, (input) => {
      for (const { href } of readManifest(input, here).icons) expect(href).toMatch(/^(?:https?:|$)/)
      const { title, author, provider, thumbnail } = readOembed(input, here)
      expect([title, author, provider].every((text) => typeof text === 'string')).toBe(true)
      expect(thumbnail).toMatch(/^(?:https?:|$)/)
    }),
  )
})
