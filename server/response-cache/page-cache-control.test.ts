import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPageCacheControl } from './response-cache'

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  setPageCacheControl(response, Number(searchParams.get('shared')))
  response.setHeader('cache-control', searchParams.get('header') ?? '')
  response.writeHead(Number(searchParams.get('status'))).end()
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => server.close())

test.each([
  [200, 's-maxage=300, stale-while-revalidate=3300', 0, 'public, max-age=0, must-revalidate'],
  [200, 's-maxage=300, stale-while-revalidate=3300', 60, 'public, max-age=0, s-maxage=60'],
  [200, 's-maxage=300, stale-while-revalidate=3300', 900, 'public, max-age=0, s-maxage=300'],
  [404, 's-maxage=31536000', 60, 'no-cache'],
  [308, 's-maxage=300', 60, 'no-cache'],
  [308, 'no-store', 0, 'no-store'],
  [200, 'public, max-age=31536000, immutable', 60, 'public, max-age=31536000, immutable'],
  [200, 'private, no-cache', 60, 'private, no-cache'],
])(
  'for %i with “%s” and %i s of shared caching, sends “%s”',
  async (status, header, shared, expected) => {
    const response = await fetch(
      `${origin}/?${new URLSearchParams({ status: `${status}`, header, shared: `${shared}` })}`,
      {
        redirect: 'manual',
      },
    )
    expect(response.headers.get('cache-control')).toBe(expected)
  },
)
