import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { hostilePages } from './hostile-pages'

type Respond = (response: ServerResponse, request: IncomingMessage) => unknown

const html = { 'content-type': 'text/html; charset=utf-8' }
const page = (body: string | Buffer, headers: Record<string, string> = {}): Respond => {
  return (response) => response.writeHead(200, { ...html, ...headers }).end(body)
}

/** Writes until the client disconnects. */
const endless = (chunk: string, headers: Record<string, string> = html): Respond => {
  return (response) => {
    response.writeHead(200, headers)
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  }
}

/** Writes one byte per second. */
const trickle = (bytes: Buffer, headers: Record<string, string> = {}): Respond => {
  return (response) => {
    let sent = 0
    response.writeHead(200, { ...html, ...headers }).write(bytes.subarray(0, ++sent))
    const timer = setInterval(() => response.write(bytes.subarray(sent, ++sent)), 1_000)
    response.on('close', () => clearInterval(timer))
  }
}

/** Sends nothing until half a second before the fetch times out, then everything at once. */
const late = (body: Buffer): Respond => {
  return (response) => {
    const timer = setTimeout(() => response.writeHead(200, html).end(body), 4_500)
    response.on('close', () => clearTimeout(timer))
  }
}

const megabyte = 1_048_576
const title = '<title>A title</title>'
/** 200 MB, with a title near the start. */
const bomb = Buffer.concat([Buffer.from(title), Buffer.alloc(200 * megabyte, ' ')])
const bombs = {
  gzip: gzipSync(bomb),
  br: brotliCompressSync(bomb),
  deflate: deflateSync(bomb),
  raw: deflateRawSync(bomb),
}

/** Responses with usable metadata, mostly the title “A title”. */
export const readableResponses = {
  'an endless body': endless(`${title}${'<p>words'.repeat(8_000)}`),
  'an endless comment': endless('<!-- '.repeat(8_000)),
  'a bomb of gzip': page(bombs.gzip, { 'content-encoding': 'gzip' }),
  'a bomb of br': page(bombs.br, { 'content-encoding': 'br' }),
  'a bomb of deflate': page(bombs.deflate, { 'content-encoding': 'deflate' }),
  'a bomb of bare deflate': page(bombs.raw, { 'content-encoding': 'deflate' }),
  'a bomb within a bomb': page(gzipSync(bombs.gzip), { 'content-encoding': 'gzip, gzip' }),
  'a length that is too long': (response) => {
    response.writeHead(200, { ...html, 'content-length': '100000' }).write(title)
    setImmediate(() => response.destroy())
  },
  'a length that is too short': ({ socket }) =>
    socket?.end(
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 22\r\n\r\n' +
        `${title}<title>More</title>`,
    ),
  '100,000 meta tags': page(`${title}${'<meta property="og:title" content="">'.repeat(100_000)}`),
  '100,000 titles of Open Graph': page(
    '<meta property="og:title" content="A title">'.repeat(100_000),
  ),
  'tags nested 50,000 deep': page(`${'<div>'.repeat(50_000)}${title}`),
  'lists nested 50,000 deep, none closed': page(`${title}${'<ul><li><b><a>'.repeat(50_000)}`),
  'a tag with 50,000 attributes': page(
    `${title}<meta ${Array.from({ length: 50_000 }, (_, n) => `a${n}=b`).join(' ')}>`,
  ),
  'a title of 20 MB': page(`<title>${'word '.repeat(4 * megabyte)}</title>`),
  'an attribute without end': page(`${title}<meta content="${'a'.repeat(2 * megabyte)}`),
  'a million entities': page(`<title>${'&amp;'.repeat(megabyte)}</title>`),
  'JSON-LD nested 50,000 deep': page(
    `${title}<script type="application/ld+json">${'[{"@graph":'.repeat(50_000)}`,
  ),
  'NUL bytes': page('<title>\0A\0 title\0</title>\0'),
  'nothing but NUL bytes': page(Buffer.alloc(megabyte)),
  'an encoding that was not requested': page(title, { 'content-encoding': 'compress' }),
  'an unknown charset': page(title, { 'content-type': 'text/html; charset=klingon' }),
  'a wrong charset': page('<title>Ünïcödé</title>', {
    'content-type': 'text/html; charset=utf-16le',
  }),
  'no charset': page('<title>Ünïcödé</title>', { 'content-type': 'text/html' }),
  'no type': (response) => response.writeHead(200).end('<title>Ünïcödé</title>'),
  'bytes that are not text': page(
    Buffer.from(Array.from({ length: 65_536 }, (_, n) => (n * 7_919) & 255)),
  ),
  'a lone surrogate': page('<title>A &#xd800; title</title>'),
  'invalid links': page(
    `${title}<meta property="og:image" content="javascript:alert(1)">` +
      '<link rel="icon" href="http://["><base href="data:,">',
  ),
} satisfies Record<string, Respond>

/** Responses without usable metadata. */
export const unreadableResponses = {
  'no answer': () => {},
  'headers without end': ({ socket }) => void socket?.write('HTTP/1.1 200 OK\r\nx-a: b\r\n'),
  'a header a byte long, each second': ({ socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\nx-a: ')
    const timer = setInterval(() => socket?.write('a'), 1_000)
    socket?.on('close', () => clearInterval(timer))
  },
  'a byte a second': trickle(bomb),
  'a compressed byte a second': trickle(bombs.gzip, { 'content-encoding': 'gzip' }),
  'megabytes of headers': ({ socket }) =>
    void socket?.write(`HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(200_000)}`),
  'a response that is not HTTP': ({ socket }) => void socket?.end('SSH-2.0-OpenSSH_9.9\r\n'),
  'a length that is not a number': ({ socket }) =>
    void socket?.end('HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n<title>A</title>'),
  'two lengths': ({ socket }) =>
    void socket?.end(
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\n<title>A</title>',
    ),
  'a wrong encoding header': page(title, { 'content-encoding': 'gzip' }),
  'endless whitespace': endless(' '.repeat(65_536)),
  nothing: page(''),
  'ten encodings': page(title, { 'content-encoding': Array(10).fill('gzip').join(', ') }),
  'a connection that breaks': ({ socket }) => socket?.resetAndDestroy(),
  'redirects without end': (response, { url }) =>
    response.writeHead(302, { location: `${url}a` }).end(),
  'an unknown status': ({ socket }) =>
    void socket?.end('HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n'),
} satisfies Record<string, Respond>

/** Responses with metadata that arrives too slowly. */
export const lateResponses: Record<string, Respond> = Object.fromEntries(
  hostilePages.map(([what, page]) => [`late, a megabyte of ${what}`, late(Buffer.from(page))]),
)

const all = new Map(
  Object.entries({ ...readableResponses, ...unreadableResponses, ...lateResponses }),
)

/** Returns the named response for `/name` (percent-encoded, with any suffix). */
export function respondWithHostility(request: IncomingMessage, response: ServerResponse): void {
  const [name] = [...all.keys()].filter((name) =>
    request.url?.startsWith(`/${encodeURIComponent(name)}`),
  )
  all.get(name ?? '')?.(response, request)
}
