import { expect, test } from 'vitest'
import { imageAddress, isOwnImageAddress, withOwnImages } from './image-address'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'

function partsOf(address: string) {
  const { pathname, searchParams } = new URL(address, 'http://blog')
  return {
    pathname,
    url: searchParams.get('url') ?? '',
    signature: searchParams.get('signature') ?? '',
  }
}

test('accepts only URLs that this server has signed', () => {
  const { pathname, url, signature } = partsOf(imageAddress('https://a.org/b.png?c=d&e#f', 'card'))
  expect([pathname, url]).toEqual(['/api/og-image', 'https://a.org/b.png?c=d&e#f'])
  expect(isOwnImageAddress(url, 'card', signature)).toBe(true)
  expect(isOwnImageAddress(url, 'icon', signature)).toBe(false)
  expect(isOwnImageAddress(`${url}x`, 'card', signature)).toBe(false)
  for (const other of ['', 'x', signature.slice(1), `${signature}A`, signature.toLowerCase()])
    expect(isOwnImageAddress(url, 'card', other)).toBe(false)
})

test('rewrites a preview’s images to this blog, except missing ones', () => {
  const preview = {
    title: 'a',
    description: '',
    siteName: 'a',
    url: 'https://a.org/',
    image: '',
    favicon: 'https://a.org/favicon.ico',
  }
  const shown = withOwnImages(preview)
  expect(shown).toEqual({ ...preview, favicon: imageAddress(preview.favicon, 'icon') })
  expect(withOwnImages({ ...preview, image: 'https://a.org/a.png' }).image).toBe(
    imageAddress('https://a.org/a.png', 'card'),
  )
})
