import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequestResponseMocks } from '@/server/response-cache/next-internals'

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * A path that no page has. It has two segments, because the owner can create any page with one
 * segment.
 */
const missingPage = { path: '/nowhere/at-all', title: 'Page not found' }
const failedPage = { path: '/docs/failed', title: 'Something went wrong' }

const replacedHeaders = ['content-length', 'content-encoding', 'etag']

/**
 * Replaces an empty page with one that is readable without JavaScript. If a page turns out to be
 * missing or fails while it renders, Next.js sends an empty page that a script fills. Pages for the
 * staff require JavaScript and are not replaced.
 */
export function fillEmptyPage(
  request: IncomingMessage,
  response: ServerResponse,
  handle: Handle,
): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || /^\/(?:api|admin|invitations|_next)(?:[/?]|$)/.test(request.url ?? '/')) return
  const { writeHead, end } = response
  const isEmptyPage = (status: number) =>
    (status === 404 || status >= 500) &&
    String(response.getHeader('content-type')).startsWith('text/html')
  /** The status of an empty page. */
  let emptyStatus: number | undefined
  response.writeHead = new Proxy(writeHead, {
    apply(write, self, args) {
      const [status] = args
      emptyStatus = isEmptyPage(status) ? status : undefined
      // The head is written together with the replacement; its other headers are already set.
      return emptyStatus === undefined ? Reflect.apply(write, self, args) : self
    },
  })
  response.write = new Proxy(response.write, {
    apply: (write, self, args) => emptyStatus !== undefined || Reflect.apply(write, self, args),
  })
  response.end = new Proxy(end, {
    apply(finish, self, args) {
      // If nothing was written before, `end` writes the head.
      if (emptyStatus === undefined && !response.headersSent && isEmptyPage(response.statusCode))
        response.writeHead(response.statusCode)
      const status = emptyStatus
      if (status === undefined) return Reflect.apply(finish, self, args)
      const page = status === 404 ? missingPage : failedPage
      void bodyOf(handle, page, request.headers.host).then((body) => {
        for (const name of replacedHeaders) response.removeHeader(name)
        response.setHeader('content-length', body.byteLength)
        Reflect.apply(writeHead, response, [status])
        Reflect.apply(finish, response, [request.method === 'HEAD' ? undefined : body])
      })
      return self
    },
  })
}

async function bodyOf(
  handle: Handle,
  { path, title }: typeof missingPage,
  host = 'localhost',
): Promise<Buffer> {
  const chunks: Buffer[] = []
  const resWriter = (chunk: Uint8Array | string) => chunks.push(Buffer.from(chunk)) > 0
  const { req, res } = createRequestResponseMocks({
    url: path,
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
  const isWhole = body.includes('</body>') && !body.includes('__next_error__')
  return isWhole
    ? body
    : Buffer.from(
        `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>` +
          '<p><a href="/">Go to the home page</a>',
      )
}
