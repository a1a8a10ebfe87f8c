import type { RequestListener } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { closed, type PageServer, servePages } from '@/test/link-previews/serve-pages'
import { type FetchOptions, fetchPage } from './fetch-page'
import { imageProfile } from './fetch-profile'

const limit = linkPreviewLimits.bodyBytesMax

async function serve(listener: RequestListener): Promise<PageServer> {
  const server = await servePages(listener)
  onTestFinished(server.close)
  return server
}

/** Fetches a path of a server that is exempt from the rules on addresses. */
function fetchFrom({ origin }: PageServer, path = '/', options: FetchOptions = {}) {
  return fetchPage(new URL(path, origin), { allowOrigins: [origin], ...options })
}

/** Starts a server that responds to every request with the same body. */
function servePage(
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<PageServer> {
  return serve((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body),
  )
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString()

describe('a fetched page', () => {
  test('includes its final URL, content type and cache headers', async () => {
    const server = await servePage('<title>ü</title>', {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'max-age=7200',
    })
    const page = await fetchFrom(server, '/a?b#c')
    expect(page).toMatchObject({
      status: 200,
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'max-age=7200',
    })
    expect(page.url.href).toBe(`${server.origin}/a?b`)
    expect(textOf(page.bytes)).toBe('<title>ü</title>')
  })

  test('is requested with one user agent, without cookies and referrer', async () => {
    const server = await serve((request, response) =>
      response.setHeader('content-type', 'text/html').end(JSON.stringify(request.headers)),
    )
    const headers: unknown = JSON.parse(textOf((await fetchFrom(server)).bytes))
    expect(headers).toEqual({
      host: new URL(server.origin).host,
      connection: expect.any(String),
      'user-agent': expect.stringMatching(
        /^Mozilla\/5\.0 \(compatible; AfterwordBot\/1\.0(?:; \+https?:\/\/[^)]+)?\)$/,
      ),
      accept: expect.stringContaining('text/html'),
      'accept-language': 'en',
      'accept-encoding': 'gzip, deflate, br',
    })
  })

  test.each([
    ['attachment; filename="Report 2024.pdf"', 'Report 2024.pdf'],
    ["attachment; filename=report.pdf; filename*=UTF-8''%e2%82%ac%20rates.pdf", '€ rates.pdf'],
    ["inline; filename*=iso-8859-1'en'%A3.pdf", '£.pdf'],
    ['attachment; filename=My Report.pdf', 'My Report.pdf'],
    [Buffer.from('attachment; filename="Größe.pdf"').toString('latin1'), 'Größe.pdf'],
    [String.raw`attachment; filename="a \"b\".pdf"`, 'a "b".pdf'],
    ['filename=a.pdf', 'a.pdf'],
    ['attachment', ''],
    ['attachment; filename="', ''],
  ])('takes its file name from the Content-Disposition %j', async (header, fileName) => {
    const server = await servePage('', {
      'content-type': 'application/pdf',
      'content-disposition': header,
    })
    expect((await fetchFrom(server)).fileName).toBe(fileName)
  })

  test('leaves no open connection', async () => {
    const server = await servePage('<title>a</title>')
    await fetchFrom(server)
    expect(server.connections).toHaveLength(1)
    await closed(server.connections[0])
  })

  test.each([
    ['gzip', gzipSync('<title>a</title>')],
    ['x-gzip', gzipSync('<title>a</title>')],
    ['br', brotliCompressSync('<title>a</title>')],
    ['deflate', deflateSync('<title>a</title>')],
    ['deflate', deflateRawSync('<title>a</title>')],
    ['identity', Buffer.from('<title>a</title>')],
    ['gzip, BR', brotliCompressSync(gzipSync('<title>a</title>'))],
  ])('can be encoded as %s', async (encoding, body) => {
    const server = await servePage(body, { 'content-encoding': encoding })
    expect(textOf((await fetchFrom(server)).bytes)).toBe('<title>a</title>')
  })

  test.each(['UTF-8', 'none', 'utf-8, none', 'binary', 'gzip, none'])(
    'is read without decoding if its encoding is the unknown %s',
    async (encoding) => {
      const server = await servePage('<title>a</title>', { 'content-encoding': encoding })
      expect(textOf((await fetchFrom(server)).bytes)).toBe('<title>a</title>')
    },
  )

  test('returns the received bytes if the connection breaks', async () => {
    const html = '<title>a</title>'.repeat(2_000)
    const cut = gzipSync(
      Buffer.from(Array.from(html, (letter, index) => letter + index).join('')),
    ).subarray(0, 8_000)
    const compressed = await fetchFrom(await servePage(cut, { 'content-encoding': 'gzip' }))
    expect(textOf(compressed.bytes)).toMatch(/^<0t1i2t3/)
    const short = await serve((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' })
        .write('<title>a')
      setImmediate(() => response.destroy())
    })
    expect(textOf((await fetchFrom(short)).bytes)).toBe('<title>a')
  })

  test('is read only to the end of its head if that is sufficient', async () => {
    const head = ['title', 'image', 'description', 'site_name']
      .map((name) => `<meta property="og:${name}" content="a">`)
      .join('')
    const server = await servePage(`${head}</head>${'<p>words</p>'.repeat(80_000)}`)
    expect((await fetchFrom(server)).bytes.byteLength).toBeLessThanOrEqual(131_072)
  })

  test('is not read if it is a file', async () => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).write('PNG'),
    )
    expect(await fetchFrom(server)).toMatchObject({
      contentType: 'image/png',
      bytes: Buffer.alloc(0),
    })
  })
})

describe('an endless body', () => {
  test('is cut at the limit, and its connection is closed', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const more = () => {
        while (!response.destroyed && response.write('a'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    })
    expect((await fetchFrom(server)).bytes.byteLength).toBe(limit)
    await closed(server.connections[0])
  })

  const zeros = Buffer.alloc(32 * limit, 'a')
  test.each([
    ['gzip', gzipSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['gzip, gzip', gzipSync(gzipSync(zeros))],
  ])('expanded from a small one by %s is cut at the limit', async (encoding, bomb) => {
    const server = await servePage(bomb, { 'content-encoding': encoding })
    expect((await fetchFrom(server)).bytes.byteLength).toBe(limit)
  })
})

describe('a redirect', () => {
  test('is followed up to five times', async () => {
    const server = await serve((request, response) => {
      const step = Number(request.url?.slice(1))
      if (step === 5) response.setHeader('content-type', 'text/html').end('there')
      else
        response
          .writeHead([301, 302, 303, 307, 308][step] ?? 302, {
            location: step % 2 ? `./${step + 1}#x` : `//127.0.0.1:${server.port}/${step + 1}`,
          })
          .end()
    })
    const page = await fetchFrom(server, '/0')
    expect([page.url.pathname, page.url.hash, textOf(page.bytes)]).toEqual(['/5', '', 'there'])
  })

  test.each([
    ['/日本?ü#é', '/%E6%97%A5%E6%9C%AC?%C3%BC'],
    ['/%E6%97%A5?%C3%BC', '/%E6%97%A5?%C3%BC'],
  ])('to %s, in raw UTF-8, is followed to %s', async (location, found) => {
    const server = await serve((request, response) => {
      if (request.url !== '/') response.setHeader('content-type', 'text/html').end(request.url)
      else
        request.socket.end(
          `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`,
        )
    })
    const page = await fetchFrom(server)
    expect(textOf(page.bytes)).toBe(found)
    expect(page.url.pathname + page.url.search).toBe(found)
  })

  test('in raw bytes that are not UTF-8 keeps its bytes', async () => {
    const server = await serve((request, response) => {
      if (request.url !== '/') response.setHeader('content-type', 'text/html').end(request.url)
      else
        request.socket.end(
          Buffer.from(
            'HTTP/1.1 302 Found\r\nLocation: /caf\xe9\r\nContent-Length: 0\r\n\r\n',
            'latin1',
          ),
        )
    })
    expect(textOf((await fetchFrom(server)).bytes)).toBe('/caf%E9')
  })

  test('to a host in raw UTF-8 is followed to its Punycode name', async () => {
    const server = await serve((request) => {
      request.socket.end(
        `HTTP/1.1 302 Found\r\nLocation: http://bücher.com/\r\nContent-Length: 0\r\n\r\n`,
      )
    })
    const names: string[] = []
    const lookup = (name: string) => {
      names.push(name)
      return Promise.resolve(name === '127.0.0.1' ? ['127.0.0.1'] : [])
    }
    await expect(fetchFrom(server, '/', { lookup })).rejects.toMatchObject({
      code: 'target-unreachable',
    })
    expect(names).toContain('xn--bcher-kva.com')
  })

  test('loop is rejected after five redirects', async () => {
    let requests = 0
    const server = await serve((_, response) => {
      requests++
      response.writeHead(302, { location: '/' }).end()
    })
    await expect(fetchFrom(server)).rejects.toMatchObject({
      code: 'target-refused',
      detail: expect.stringContaining('302'),
    })
    expect(requests).toBe(6)
  })

  test('without a location is rejected', async () => {
    const server = await serve((_, response) => response.writeHead(302).end())
    await expect(fetchFrom(server)).rejects.toMatchObject({
      code: 'target-refused',
      detail: expect.stringContaining('302'),
    })
  })
})

describe('a target that responds with an error', () => {
  test.each([401, 403, 404, 410, 429, 500, 503])(
    '%i is rejected with its status',
    async (status) => {
      const server = await serve((_, response) =>
        response.writeHead(status, { 'content-type': 'text/html' }).end('<title>a</title>'),
      )
      await expect(fetchFrom(server)).rejects.toMatchObject({
        code: 'target-refused',
        detail: expect.stringContaining(String(status)),
      })
    },
  )

  test.each([204, 205])('%i without content is rejected with its status', async (status) => {
    const server = await serve((_, response) => response.writeHead(status).end())
    await expect(fetchFrom(server)).rejects.toMatchObject({
      code: 'target-refused',
      detail: expect.stringContaining(String(status)),
    })
  })

  test('or a bot challenge is rejected, regardless of its status', async () => {
    const server = await servePage('<title>a</title>', { 'cf-mitigated': 'challenge' })
    await expect(fetchFrom(server)).rejects.toMatchObject({
      code: 'target-refused',
      detail: expect.stringContaining('200'),
    })
  })
})

describe('a slow target', () => {
  test.each<[string, RequestListener]>([
    ['never responds', () => {}],
    ['never ends its headers', (request) => request.socket.write('HTTP/1.1 200 OK\r\nx-a: b\r\n')],
    [
      'never ends its body',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).write('<title>'),
    ],
    [
      'never ends its compressed body',
      (_, response) =>
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .write(gzipSync('a').subarray(0, 12)),
    ],
  ])('that %s times out', async (_, listener) => {
    const server = await serve(listener)
    await expect(fetchFrom(server, '/', { timeoutMs: 150 })).rejects.toMatchObject({
      code: 'target-too-slow',
    })
    await closed(server.connections[0])
  })

  const head = '<head><title>A slow page</title></head><body>'
  test.each<[string, Record<string, string>, string | Buffer]>([
    ['a complete head', {}, head],
    ['a complete head of a known length', { 'content-length': '100000' }, head],
    ['a title', {}, '<title>A slow page</title>'],
    ['Open Graph’s title', {}, '<meta property="og:title" content="A slow page">'],
    [
      'a compressed head',
      { 'content-encoding': 'gzip' },
      gzipSync(head.repeat(100)).subarray(0, -20),
    ],
  ])('returns what arrived before the time limit if that is %s', async (_, headers, body) => {
    const server = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).write(body),
    )
    const page = await fetchFrom(server, '/', { timeoutMs: 300 })
    expect(page.isCut).toBe(true)
    expect(textOf(page.bytes)).toContain('A slow page')
    await closed(server.connections[0])
  })

  test('returns no partial image', async () => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).write('<title>a</title>'),
    )
    await expect(
      fetchFrom(server, '/', { timeoutMs: 150, wanted: imageProfile }),
    ).rejects.toMatchObject({ code: 'target-too-slow' })
  })

  test('times out if the name lookup is slow', async () => {
    const lookup = () => new Promise<string[]>(() => {})
    await expect(
      fetchPage(new URL('https://example.com/'), { lookup, timeoutMs: 50 }),
    ).rejects.toMatchObject({ code: 'target-too-slow' })
  })

  test('counts the wait for a slot towards the time limit of each fetch', async () => {
    const server = await serve(() => {})
    const first = Array.from({ length: 4 }, () => fetchFrom(server, '/', { timeoutMs: 1_000 }))
    const ends = Promise.allSettled(first)
    await expect(fetchFrom(server, '/', { timeoutMs: 100 })).rejects.toMatchObject({
      code: 'target-too-slow',
    })
    expect(server.connections.length).toBeLessThanOrEqual(4)
    await ends
  })
})
