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

/** One server an address, all on the machine itself: what nobody may reach through us. */
async function servePrey(): Promise<{ port: number; connections: () => number }> {
  const prey = await serveText(hasIpv6 ? '::' : '0.0.0.0')
  return { port: prey.port, connections: () => prey.connections.length }
}

const unreachable = {
  code: 'target-unreachable',
  detail: 'The page could not be reached on the public internet.',
  errors: [],
}

describe('not one connection is opened', () => {
  test.each([
    ...[
      '127.0.0.1',
      '127.1',
      '0x7f.1',
      '0177.1',
      '2130706433',
      '0',
      '127.0.0.1.',
      '１２７.０.０.１',
    ],
    ...[
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      'localhost',
      'LocalHost.',
    ],
  ])('to %s', async (host) => {
    const prey = await servePrey()
    await expect(
      fetchPage(new URL(`http://${host}:${prey.port}/`), { allowOrigins: [] }),
    ).rejects.toMatchObject(unreachable)
    await expect(
      fetchPage(new URL(`https://${host}:${prey.port}/`), { allowOrigins: [] }),
    ).rejects.toMatchObject(unreachable)
    expect(prey.connections()).toBe(0)
  })

  test.each([
    ['an address of this machine', ['127.0.0.1']],
    ['the same in IPv6', ['::ffff:127.0.0.1']],
    ['good and bad addresses', ['1.1.1.1', '127.0.0.1']],
    ['bad and good addresses', ['::1', '2606:4700:4700::1111']],
    ['no address', []],
    ['what is no address', ['localhost']],
  ])('to a name that leads to %s', async (_, addresses) => {
    const prey = await servePrey()
    const url = new URL(`http://innocent.example.com:${prey.port}/`)
    await expect(
      fetchPage(url, { allowOrigins: [], lookup: () => Promise.resolve(addresses) }),
    ).rejects.toMatchObject(unreachable)
    expect(prey.connections()).toBe(0)
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
  ])('after a redirect into the dark (%s)', async (locate) => {
    const prey = await servePrey()
    const start = await servePages((_, response) =>
      response.writeHead(302, { location: locate(prey.port) }).end(),
    )
    onTestFinished(start.close)
    await expect(
      fetchPage(new URL(start.origin), { allowOrigins: [start.origin] }),
    ).rejects.toMatchObject(unreachable)
    expect(prey.connections()).toBe(0)
  })
})

describe('the answer tells nobody what there is', () => {
  const cases: [string, () => Promise<unknown>][] = [
    [
      'a name that does not exist',
      () =>
        fetchPage(new URL('http://a.com/'), {
          lookup: () => Promise.reject(new Error('ENOTFOUND')),
        }),
    ],
    [
      'a name that leads inside',
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
      'a server that speaks no TLS',
      async () => {
        const origin = (await serveText()).origin.replace('http:', 'https:')
        return fetchPage(new URL(origin), { allowOrigins: [origin] })
      },
    ],
    [
      'a certificate that nobody vouches for',
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
      'headers beyond 32 kB',
      async () => {
        const { origin, close } = await servePages((_, response) =>
          response.setHeader('x-a', 'a'.repeat(40_000)).end(),
        )
        onTestFinished(close)
        return fetchPage(new URL(origin), { allowOrigins: [origin] })
      },
    ],
    [
      'a body that is not what it says',
      async () => {
        const { origin, close } = await servePages((_, response) =>
          response.setHeader('content-encoding', 'gzip').end('plain'),
        )
        onTestFinished(close)
        return fetchPage(new URL(origin), { allowOrigins: [origin] })
      },
    ],
  ]

  test.each(cases)('of %s', async (_, attempt) => {
    await expect(attempt()).rejects.toMatchObject(unreachable)
  })
})

describe('a name', () => {
  test('is looked up once, and the connection goes to that answer', async () => {
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
    'is reached by its other family where the first does not answer',
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
