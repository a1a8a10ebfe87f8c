import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequestResponseMocks } from 'next/dist/server/lib/mock-request.js'

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** An address that no page and no route has. */
const nowhere = '/nowhere'
/** Of what the other page was: its length, its hash, and how it was packed. */
const ofTheOtherPage = ['content-length', 'content-encoding', 'etag']

/**
 * Shows the page that says so where there is none. Of a page that turns out not to be there while it is made, as a post that
 * was deleted, Next sends an empty one, which a script fills: who has no scripts would see nothing. In its place goes what Next
 * answers for an address that it does not know. (What the staff meets says it in words of its own, under a policy of its own,
 * and takes a script.)
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
      // The head is written with the other body; whoever adds to it has done so.
      return isMissing ? self : Reflect.apply(write, self, given)
    },
  })
  response.write = new Proxy(response.write, {
    apply: (write, self, given) => isMissing || Reflect.apply(write, self, given),
  })
  response.end = new Proxy(end, {
    apply(finish, self, given) {
      // Where nothing was written before, it is the end that writes the head.
      if (!isMissing && !response.headersSent && isEmptyPage(response.statusCode))
        response.writeHead(response.statusCode)
      if (!isMissing) return Reflect.apply(finish, self, given)
      void bodyOf(handle, request.headers.host).then((body) => {
        for (const name of ofTheOtherPage) response.removeHeader(name)
        response.setHeader('content-length', body.byteLength)
        Reflect.apply(writeHead, response, [404])
        Reflect.apply(finish, response, [request.method === 'HEAD' ? undefined : body])
      })
      return self
    },
  })
}

/** Where it cannot be made, all that has to be said. */
const inShort =
  '<!doctype html><html lang="en"><title>Not found</title><h1>There is no such page</h1><p><a href="/">To the blog</a>'

async function bodyOf(handle: Handle, host = 'localhost'): Promise<Buffer> {
  const chunks: Buffer[] = []
  const resWriter = (chunk: Uint8Array | string) => chunks.push(Buffer.from(chunk)) > 0
  const { req, res } = createRequestResponseMocks({
    url: nowhere,
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
  return body.includes('</body>') ? body : Buffer.from(inShort)
}
