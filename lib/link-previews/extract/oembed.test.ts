import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractPage } from './extract-link-preview'
import { oembedOf, readOembed } from './oembed'

const here = new URL('https://example.com/watch/1')
const addressIn = (html: string) =>
  oembedOf(extractPage(Buffer.from(html), here, 'text/html').declared, here)
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const oEmbed =
  '<link rel="alternate" type="application/json+oembed" ' +
  'href="/oembed?url=a&amp;format=json" title="x">'

describe('oEmbed', () => {
  test('is fetched if the tags of a page are poor', () => {
    expect(addressIn(oEmbed)).toBe('https://example.com/oembed?url=a&format=json')
    expect(addressIn(`${oEmbed}<meta property=og:title content=a>`)).not.toBe('')
    expect(
      addressIn(`${oEmbed}<meta property=og:image content=a><meta name=description content=a>`),
    ).not.toBe('')
  })

  test('is not fetched if the tags are sufficient or the format is not JSON', () => {
    expect(
      addressIn(`${oEmbed}<meta property=og:title content=a><meta property=og:image content=a>`),
    ).toBe('')
    expect(addressIn(oEmbed.replace('json+', 'xml+'))).toBe('')
  })

  test('provides the title, author, provider and thumbnail, but never HTML', () => {
    const response = {
      version: '1.0',
      type: 'video',
      title: 'T',
      author_name: 'A',
      provider_name: 'P',
      thumbnail_url: '/t.jpg',
      html: '<iframe>',
    }
    expect(readOembed(bytes(response), here)).toEqual({
      title: 'T',
      author_name: 'A',
      provider_name: 'P',
      thumbnail_url: 'https://example.com/t.jpg',
    })
  })
})

test('accepts any bytes and any JSON without an error', () => {
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 100 }),
    fc.json().map((text) => Buffer.from(text)),
    fc
      .record({
        title: fc.jsonValue(),
        thumbnail_url: fc.string(),
      })
      .map(bytes),
  )
  fc.assert(
    fc.property(anything, (input) => {
      const { thumbnail_url, ...texts } = readOembed(input, here)
      expect(Object.values(texts).map((text) => typeof text)).toEqual([
        'string',
        'string',
        'string',
      ])
      expect(thumbnail_url).toMatch(/^(?:https?:|$)/)
    }),
  )
})
