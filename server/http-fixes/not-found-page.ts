import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequestResponseMocks } from '@/server/response-cache/next-internals'

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Two segments, because a page of the owner has one. */
const unknownPath = '/nowhere/at-all'
const replacedHeaders = ['content-length', 'content-encoding', 'etag']

/**
 * Replaces an empty 404 page with the response of Next.js for an unknown path. If a page turns out
 * to be missing while it renders, Next.js sends an empty page that a script fills. Pages for the
 * staff require JavaScript and are not replaced.
 */
export function showNotFound(
  request: IncomingMessage,
  response: ServerResponse,
  handle: Handle,
): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || /^\/(?:api|admin|invitations|_next)(?:[/?]|$)/.test(request.url ?? '/')) return
  const { writeHead, end } = response
  const isEmptyPage = (status: number) =>
    status === 404 && String(response.getHeader('content-type')).startsWith('text/html')
  let isMissing = false
  response.writeHead = new Proxy(writeHead, {
    apply(write, self, given) {
      isMissing = isEmptyPage(given[0])
      // The head is written together with the replacement; its other headers are already set.
      return isMissing ? self : Reflect.apply(write, self, given)
    },
  })
  response.write = new Proxy(response.write, {
    apply: (write, self, given) => isMissing || Reflect.apply(write, self, given),
  })
  response.end = new Proxy(end, {
    apply(finish, self, given) {
      // If nothing was written before, `end` writes the head.
      if (!isMissing && !response.headersSent && isEmptyPage(response.statusCode))
        response.writeHead(response.statusCode)
      if (!isMissing) return Reflect.apply(finish, self, given)
      void bodyOf(handle, request.headers.host).then((body) => {
        for (const name of replacedHeaders) response.removeHeader(name)
        response.setHeader('content-length', body.byteLength)
        Reflect.apply(writeHead, response, [404])
        Reflect.apply(finish, response, [request.method === 'HEAD' ? undefined : body])
      })
      return self
    },
  })
}

const fallbackHtml =
  '<!doctype html><html lang="en"><title>Not found</title><h1>Page not found</h1>' +
  '<p><a href="/">Go to the home page</a>'

async function bodyOf(handle: Handle, host = 'localhost'): Promise<Buffer> {
  const chunks: Buffer[] = []
  const resWriter = (chunk: Uint8Array | string) => chunks.push(Buffer.from(chunk)) > 0
  const { req, res } = createRequestResponseMocks({
    url: unknownPath,
    method: 'GET',
    headers: { host },
    resWriter,
  })
  try {
    await handle(req, res)
  } catch (error) {
    console.error(error)
  }
  const body = Buffer.concat(chunks)
  return body.includes('</body>') ? body : Buffer.from(fallbackHtml)
}
