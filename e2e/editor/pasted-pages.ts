import { type PageServer, servePages } from '@/test/link-previews/serve-pages'

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 6"><rect width="12" height="6" ' +
  'fill="#5a8caa"/><circle cx="6" cy="3" r="2" fill="#fff"/></svg>'

/**
 * Response times of slow and late pages, long enough to check the intermediate state on a busy
 * machine.
 */
const slowMs = 1_200
const lateMs = 3_000

const html = (path: string, origin: string) => `<!doctype html><title>Page ${path}</title>
<meta property="og:description" content="What ${path} says of itself.">
<meta property="og:image" content="${origin}/picture.svg">
<meta property="og:site_name" content="Targets">`

/**
 * Serves the pages whose links are pasted, from an origin exempt from the rules on private
 * addresses. `/good…` responds immediately, `/slow…` and `/late…` after a delay, and `/never…` not
 * at all. `/twice…` fails the first time, and `/dead…` closes the connection.
 */
export async function servePastedPages(): Promise<PageServer> {
  const seen = new Set<string>()
  const server = await servePages(({ url = '', headers }, response) => {
    const page = () =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(html(url, `http://${headers.host}`))
    if (url === '/picture.svg')
      return void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture)
    if (url.startsWith('/good')) return void page()
    if (url.startsWith('/slow')) return void setTimeout(page, slowMs)
    if (url.startsWith('/late')) return void setTimeout(page, lateMs)
    if (url.startsWith('/never')) return
    if (url.startsWith('/dead')) return void response.destroy()
    if (url.startsWith('/twice') && seen.has(url)) return void page()
    seen.add(url)
    response.writeHead(503).end()
  })
  return server
}
