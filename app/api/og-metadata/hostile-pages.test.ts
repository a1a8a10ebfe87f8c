import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { servePages } from '@/lib/link-previews/serve-pages'
import { startServer } from '@/lib/testing/server'

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown

const html = { 'content-type': 'text/html; charset=utf-8' }
const page = (body: string | Buffer, headers: Record<string, string> = {}): Answer => {
  return (response) => response.writeHead(200, { ...html, ...headers }).end(body)
}

/** Writes for as long as anybody reads. */
const endless = (chunk: string, headers: Record<string, string> = html): Answer => {
  return (response) => {
    response.writeHead(200, headers)
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  }
}

/** A byte a second. */
const trickle = (bytes: Buffer, headers: Record<string, string> = {}): Answer => {
  return (response) => {
    let sent = 0
    response.writeHead(200, { ...html, ...headers }).write(bytes.subarray(0, ++sent))
    const timer = setInterval(() => response.write(bytes.subarray(sent, ++sent)), 1_000)
    response.on('close', () => clearInterval(timer))
  }
}

const megabyte = 1_048_576
const title = '<title>A title</title>'
/** 200 MB, with a title within the first of them. */
const bomb = Buffer.concat([Buffer.from(title), Buffer.alloc(200 * megabyte, ' ')])
const bombs = { gzip: gzipSync(bomb), br: brotliCompressSync(bomb), deflate: deflateSync(bomb) }
const raw = deflateRawSync(bomb)

/** Pages that say something all the same, and what. */
const read: Record<string, [Answer, { title: unknown; [field: string]: unknown }]> = {
  'an endless body': [endless(`${title}${'<p>words'.repeat(8_000)}`), { title: 'A title' }],
  'endless white space': [endless(' '.repeat(65_536)), { title: '127.0.0.1' }],
  'an endless comment': [(response) => endless('<!-- '.repeat(8_000))(response, response.req), { title: '127.0.0.1' }],
  'a bomb of gzip': [page(bombs.gzip, { 'content-encoding': 'gzip' }), { title: 'A title' }],
  'a bomb of br': [page(bombs.br, { 'content-encoding': 'br' }), { title: 'A title' }],
  'a bomb of deflate': [page(bombs.deflate, { 'content-encoding': 'deflate' }), { title: 'A title' }],
  'a bomb of bare deflate': [page(raw, { 'content-encoding': 'deflate' }), { title: 'A title' }],
  'a bomb within a bomb': [page(gzipSync(bombs.gzip), { 'content-encoding': 'gzip, gzip' }), { title: 'A title' }],
  'a length that is too long': [
    (response) => {
      response.writeHead(200, { ...html, 'content-length': '100000' }).write(title)
      setImmediate(() => response.destroy())
    },
    { title: 'A title' },
  ],
  'a length that is too short': [
    ({ socket }) => socket?.end(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 22\r\n\r\n${title}<title>More</title>`),
    { title: 'A title' },
  ],
  '100,000 meta tags': [page(`${title}${'<meta property="og:title" content="">'.repeat(100_000)}`), { title: 'A title' }],
  '100,000 titles of Open Graph': [page('<meta property="og:title" content="A title">'.repeat(100_000)), { title: 'A title' }],
  'tags nested 50,000 deep': [page(`${'<div>'.repeat(50_000)}${title}`), { title: expect.any(String) }],
  'lists nested 50,000 deep, none closed': [page(`${title}${'<ul><li><b><a>'.repeat(50_000)}`), { title: 'A title' }],
  'a tag with 50,000 attributes': [
    page(`${title}<meta ${Array.from({ length: 50_000 }, (_, n) => `a${n}=b`).join(' ')}>`),
    { title: 'A title' },
  ],
  'a title of 20 MB': [page(`<title>${'word '.repeat(4 * megabyte)}</title>`), { title: expect.stringMatching(/^(?:word ?){40,60}…?$/) }],
  'an attribute without end': [page(`${title}<meta content="${'a'.repeat(2 * megabyte)}`), { title: 'A title' }],
  'a million entities': [page(`<title>${'&amp;'.repeat(megabyte)}</title>`), { title: expect.stringMatching(/^&+…?$/) }],
  'JSON-LD nested 50,000 deep': [page(`${title}<script type="application/ld+json">${'[{"@graph":'.repeat(50_000)}`), { title: 'A title' }],
  'NUL bytes': [page('<title>\0A\0 title\0</title>\0'), { title: expect.stringMatching(/^A.? title$/) }],
  'nothing but NUL bytes': [page(Buffer.alloc(megabyte)), { title: '127.0.0.1' }],
  nothing: [page(''), { title: '127.0.0.1' }],
  'a charset nobody knows': [page(title, { 'content-type': 'text/html; charset=klingon' }), { title: 'A title' }],
  'a charset that is wrong': [
    page('<title>Ünïcödé</title>', { 'content-type': 'text/html; charset=utf-16le' }),
    { title: expect.any(String) },
  ],
  'no charset': [page('<title>Ünïcödé</title>', { 'content-type': 'text/html' }), { title: 'Ünïcödé' }],
  'no type': [(response) => response.writeHead(200).end('<title>Ünïcödé</title>'), { title: 'Ünïcödé' }],
  'bytes that are no text': [page(Buffer.from(Array.from({ length: 65_536 }, (_, n) => (n * 7_919) & 255))), { title: expect.any(String) }],
  'a lone surrogate': [page('<title>A &#xd800; title</title>'), { title: expect.stringMatching(/^A . title$/u) }],
  'links that are none': [
    page(`${title}<meta property="og:image" content="javascript:alert(1)"><link rel="icon" href="http://["><base href="data:,">`),
    { title: 'A title', image: '', favicon: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/favicon\.ico$/) },
  ],
}

/** Pages of which nothing can be said, and why. */
const unread: Record<string, [Answer, string]> = {
  'no answer': [() => {}, 'target-too-slow'],
  'headers without end': [({ socket }) => void socket?.write('HTTP/1.1 200 OK\r\nx-a: b\r\n'), 'target-too-slow'],
  'a header a byte long, each second': [
    ({ socket }) => {
      socket?.write('HTTP/1.1 200 OK\r\nx-a: ')
      const timer = setInterval(() => socket?.write('a'), 1_000)
      socket?.on('close', () => clearInterval(timer))
    },
    'target-too-slow',
  ],
  'a byte a second': [trickle(bomb), 'target-too-slow'],
  'a compressed byte a second': [trickle(bombs.gzip, { 'content-encoding': 'gzip' }), 'target-too-slow'],
  'megabytes of headers': [({ socket }) => void socket?.write(`HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(200_000)}`), 'target-unreachable'],
  'what is not HTTP': [({ socket }) => void socket?.end('SSH-2.0-OpenSSH_9.9\r\n'), 'target-unreachable'],
  'a length that is no number': [
    ({ socket }) => void socket?.end('HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n<title>A</title>'),
    'target-unreachable',
  ],
  'two lengths': [
    ({ socket }) => void socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\n<title>A</title>'),
    'target-unreachable',
  ],
  'an encoding it has not': [page(title, { 'content-encoding': 'gzip' }), 'target-unreachable'],
  'an encoding nobody asked for': [page(title, { 'content-encoding': 'compress' }), 'target-unreachable'],
  'ten encodings': [page(title, { 'content-encoding': Array(10).fill('gzip').join(', ') }), 'target-unreachable'],
  'a connection that breaks': [({ socket }) => socket?.resetAndDestroy(), 'target-unreachable'],
  'redirects without end': [(response, { url }) => response.writeHead(302, { location: `${url}a` }).end(), 'target-refused'],
  'a status of its own making': [({ socket }) => void socket?.end('HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n'), 'target-refused'],
}

const cases = new Map(
  [...Object.entries(read), ...Object.entries(unread)].map(([name, [answer]]) => [`/${encodeURIComponent(name)}`, answer]),
)
const target = await servePages((request, response) => {
  const path = [...cases.keys()].find((key) => request.url?.startsWith(key))
  cases.get(path ?? '')?.(response, request)
})
afterAll(target.close)
const server = await startServer({ LINK_PREVIEW_ALLOW_ORIGINS: target.origin, TRUSTED_PROXY_HOPS: '1' })

let clients = 0
async function askFor(name: string) {
  const begun = performance.now()
  const url = `${target.origin}/${encodeURIComponent(name)}`
  const headers = { 'x-forwarded-for': `10.9.${clients >> 8}.${clients++ & 255}` }
  const { response, json } = await server.ask(`/api/og-metadata?url=${encodeURIComponent(url)}`, { headers })
  return { status: response.status, json, tookMs: performance.now() - begun }
}

/** Beside the budget of the fetch: storing, answering, and a machine that is busy. */
const answerTimeMsMax = linkPreviewLimits.fetchTimeoutMs + 1_500
const residentMb = () => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))?.[1]) / 1_024

describe('what can be said of it is said, in time', () => {
  test.each(Object.entries(read))('%s', async (name, [, preview]) => {
    const { status, json, tookMs } = await askFor(name)
    expect(json).toMatchObject(preview)
    expect(status).toBe(200)
    expect(tookMs).toBeLessThan(answerTimeMsMax)
    const { title, description } = z.object({ title: z.string(), description: z.string() }).parse(json)
    expect([...title].length).toBeLessThanOrEqual(linkPreviewLimits.titleLengthMax)
    expect([...description].length).toBeLessThanOrEqual(linkPreviewLimits.descriptionLengthMax)
  })
})

describe('it is given up, in time', () => {
  test.concurrent.each(Object.entries(unread))('%s', async (name, [, code]) => {
    const { json, tookMs } = await askFor(name)
    expect(json).toMatchObject({ status: 500, code })
    expect(tookMs).toBeLessThan(answerTimeMsMax)
  })
})

test.runIf(process.platform === 'linux')(
  'all of it together takes bounded memory',
  async () => {
    const before = residentMb()
    const names = [...Object.keys(read), ...Object.keys(unread)].flatMap((name) => [1, 2].map((n) => `${name}?${n}`))
    await Promise.all(names.map(askFor))
    expect(residentMb() - before).toBeLessThan(250)
  },
  120_000,
)
