import { describe, expect, test } from 'vitest'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'
import { findLinkPreviewKey, linkPreviewKey } from './link-preview-key'

describe('the key of a link', () => {
  const keyOf = (text: string) => linkPreviewKey(parseTarget(text, []))

  test.each([
    ['HTTP://Example.COM:80/Path#top', 'http://example.com/Path'],
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/?', 'https://example.com/'],
    ['https://example.com/?utm_source=a&UTM_Medium=b&fbclid=c&gclid=d', 'https://example.com/'],
    ['https://example.com/?id=1&utm_source=a&q=a%20b+c#x', 'https://example.com/?id=1&q=a%20b+c'],
    ['https://example.com/?a&b=&utm', 'https://example.com/?a&b=&utm'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
  ])('is the same for all spellings: %s', (text, key) => {
    expect(keyOf(text)).toBe(key)
    expect(keyOf(key)).toBe(key)
  })

  test('is undefined if the link must not be fetched', () => {
    expect(findLinkPreviewKey('http://localhost/')).toBeUndefined()
    expect(findLinkPreviewKey('https://example.com/#a')).toBe('https://example.com/')
  })
})
