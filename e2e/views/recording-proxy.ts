import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'

export type RecordedRequest = { method: string; path: string; headers: IncomingHttpHeaders }

/**
 * Starts a proxy in front of the blog, for browsers without a debugger. It records their requests,
 * gives them a separate client address, and serves extra pages on the blog's origin.
 */
export async function openRecordingProxy(
  blog: string,
  client: string,
  pages: Record<string, string | Promise<string>>,
) {
  const requests: RecordedRequest[] = []
  const server = createServer((incoming, response) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const page = pages[path]
    if (page !== undefined) {
      void Promise.resolve(page).then((html) =>
        response.writeHead(200, { 'Content-Type': 'text/html' }).end(html),
      )
      return
    }
    requests.push({ method, path, headers })
    const forwarded = request(
      blog + path,
      { method, headers: { ...headers, 'x-forwarded-for': client } },
      (proxied) => {
        response.writeHead(proxied.statusCode ?? 502, proxied.headers)
        proxied.pipe(response)
      },
    )
    forwarded.on('error', () => response.destroy())
    incoming.pipe(forwarded)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
