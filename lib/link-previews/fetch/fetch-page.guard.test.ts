import { once } from 'node:events'
import { createServer } from 'node:https'
import { networkInterfaces } from 'node:os'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type PageServer, servePages } from '@/test/link-previews/serve-pages'
import { selfSigned } from '@/test/servers/self-signed'
import { fetchPage } from './fetch-page'

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)

async function serveText(host = '127.0.0.1'): Promise<PageServer> {
  const server = await servePages(
    (_, response) => response.setHeader('content-type', 'text/html').end('secret'),
    host,
  )
  onTestFinished(server.close)
  return server
}

/** Starts a server on all addresses of this machine, which no fetch may reach. */
async function serveForbidden(): Promise<{ port: number; connections: () => number }> {
  const target = await serveText(hasIpv6 ? '::' : '0.0.0.0')
  return { port: target.port, connections: () => target.connections.length }
}

const unreachable = {
  code: 'target-unreachable',
  detail: 'The page could not be reached on the public internet.',
  errors: [],
}

describe('opens no connection', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0177.1',
    '2130706433',
    '0',
    '127.0.0.1.',
    '１２７.０.０.１',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    'localhost',
    'LocalHost.',
  ])('to %s', async (host) => {
    const target = await serveForbidden()
    await expect(
      fetchPage(new URL(`http://${host}:${target.port}/`), { allowOrigins: [] }),
    ).rejects.toMatchObject(unreachable)
    await expect(
      fetchPage(new URL(`https://${host}:${target.port}/`), { allowOrigins: [] }),
    ).rejects.toMatchObject(unreachable)
    expect(target.connections()).toBe(0)
  })

  test.each([
    ['an address of this machine', ['127.0.0.1']],
    ['an IPv4-mapped address of this machine', ['::ffff:127.0.0.1']],
    ['a public and a private address', ['1.1.1.1', '127.0.0.1']],
    ['a private and a public address', ['::1', '2606:4700:4700::1111']],
    ['no address', []],
    ['an invalid address', ['localhost']],
  ])('to a name that resolves to %s', async (_, addresses) => {
    const target = await serveForbidden()
    const url = new URL(`http://innocent.example.com:${target.port}/`)
    await expect(
      fetchPage(url, { allowOrigins: [], lookup: () => Promise.resolve(addresses) }),
    ).rejects.toMatchObject(unreachable)
    expect(target.connections()).toBe(0)
  })

  test.each([
    (port: number) => `http://127.0.0.1:${port}/`,
    (port: number) => `//localhost:${port}/`,
    (port: number) => `http://[::ffff:7f00:1]:${port}/`,
    (port: number) => `http://0x7f000001:${port}/`,
    () => 'http://127.0.0.1:8080/',
    () => 'http://example.com:22/',
    () => 'http://user:password@example.com/',
    () => 'file:///etc/passwd',
    () => 'javascript:alert(1)',
    () => 'http://[',
  ])('after a redirect to a forbidden target (%s)', async (locate) => {
    const target = await serveForbidden()
    const start = await servePages((_, response) =>
      response.writeHead(302, { location: locate(target.port) }).end(),
    )
    onTestFinished(start.close)
    await expect(
      fetchPage(new URL(start.origin), { allowOrigins: [start.origin] }),
    ).rejects.toMatchObject(unreachable)
    expect(target.connections()).toBe(0)
  })
})

describe('reports the same error for', () => {
  const cases: [string, () => Promise<unknown>][] = [
    [
      'a name that does not exist',
      () =>
        fetchPage(new URL('http://a.com/'), {
          lookup: () => Promise.reject(new Error('ENOTFOUND')),
        }),
    ],
    [
      'a name that resolves to a private address',
      () => fetchPage(new URL('http://a.com/'), { lookup: () => Promise.resolve(['10.0.0.1']) }),
    ],
    [
      'a refused connection',
      async () => {
        const { origin, close } = await servePages(() => {})
        await close()
        return fetchPage(new URL(origin), { allowOrigins: [origin] })
      },
    ],
    [
      'a server without TLS',
      async () => {
        const origin = (await serveText()).origin.replace('http:', 'https:')
        return fetchPage(new URL(origin), { allowOrigins: [origin] })
      },
    ],
    [
      'an untrusted certificate',
      async () => {
        const server = createServer(selfSigned, (_, response) => response.end('secret')).listen(
          0,
          '127.0.0.1',
        )
        onTestFinished(() => void server.close())
        await once(server, 'listening')
        const address = server.address()
        const origin = `https://localhost:${typeof address === 'object' ? address?.port : address}`
        return fetchPage(new URL(origin), { allowOrigins: [origin] })
      },
    ],
    [
      'headers over 32 kB',
      async () => {
        const { origin, close } = await servePages((_, response) =>
          response.setHeader('x-a', 'a'.repeat(40_000)).end(),
        )
        onTestFinished(close)
        return fetchPage(new URL(origin), { allowOrigins: [origin] })
      },
    ],
    [
      'a body with a wrong encoding',
      async () => {
        const { origin, close } = await servePages((_, response) =>
          response.setHeader('content-encoding', 'gzip').end('plain'),
        )
        onTestFinished(close)
        return fetchPage(new URL(origin), { allowOrigins: [origin] })
      },
    ],
  ]

  test.each(cases)('%s', async (_, attempt) => {
    await expect(attempt()).rejects.toMatchObject(unreachable)
  })
})

describe('a name', () => {
  test('is looked up once and connected to at that address', async () => {
    const { origin, port } = await serveText()
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const url = new URL(`http://rebinding.example.com:${port}/`)
    const page = await fetchPage(url, {
      allowOrigins: [url.origin],
      lookup: () => Promise.resolve(answers.shift() ?? []),
    })
    expect(origin).toContain(String(port))
    expect(page.status).toBe(200)
    expect(answers).toHaveLength(1)
  })

  test.skipIf(!hasIpv6)(
    'is reached over its other address family if the first fails (needs IPv6)',
    async () => {
      const { port } = await serveText('::1')
      const url = new URL(`http://both.example.com:${port}/`)
      const page = await fetchPage(url, {
        allowOrigins: [url.origin],
        lookup: () => Promise.resolve(['::1', '127.0.0.1']),
      })
      expect(page.status).toBe(200)
    },
  )
})
