import { afterAll } from 'vitest'
import { siteKeyHash } from '@/lib/threads/find-site'
import { addPost, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { servePages } from '@/test/link-previews/serve-pages'
import { asNewClient } from '@/test/new-client'
import { startServer } from '@/test/servers/server'
import { allowedOrigin } from './comment-writer'

/** A page of another site for tests. */
export type TestSite = { origin: string; slugOf: (path: string) => string; requests: string[] }

/**
 * Serves a site on a loopback address that does not count as the developer's machine. `/missing` is
 * missing, `/copy` names `/original` as its canonical address, and any other path is a page.
 */
async function serveSite(host: string): Promise<TestSite> {
  const requests: string[] = []
  const { origin, port, close } = await servePages(({ url = '' }, response) => {
    requests.push(url)
    const canonical = url === '/copy' ? '<link rel="canonical" href="/original">' : ''
    const title = `<title>The walrus at ${url}</title>`
    response.writeHead(url === '/missing' ? 404 : 200, { 'content-type': 'text/html' })
    response.end(`<head>${title}${canonical}</head>`)
  }, host)
  afterAll(close)
  return { origin, requests, slugOf: (path) => `${host}:${port}${path}` }
}

export const siteKey = 'the-key-of-the-site'

/**
 * Starts a server with a post, `hello`, and two sites, of which the first has a key. Returns
 * functions for requests from their pages.
 */
export async function startPageWriter() {
  const site = await serveSite('127.0.0.2')
  const otherSite = await serveSite('127.0.0.3')
  const server = await startServer({
    DATABASE_URL: await ownDatabase(),
    LINK_PREVIEW_ALLOW_ORIGINS: `${site.origin},${otherSite.origin}`,
    TRUSTED_PROXY_HOPS: '1',
    ALLOWED_ORIGINS: allowedOrigin,
    COMMENT_FLOOD_AFTER: '100000',
  })
  await addPost('hello')
  const { id: siteId } = await addSite([site.origin], {
    name: 'The first site',
    keyHash: siteKeyHash(siteKey),
  })
  await addSite([otherSite.origin])

  /** The headers that a browser sends from a page of the first site. */
  const fromSite = { origin: site.origin, 'sec-fetch-site': 'cross-site' }

  const send = (
    method: string,
    path: string,
    fields: unknown,
    headers: Record<string, string> = fromSite,
  ) =>
    server.request(path, {
      method,
      ...(fields !== undefined && {
        body: typeof fields === 'string' ? fields : JSON.stringify(fields),
      }),
      headers: { 'content-type': 'application/json', ...asNewClient(), ...headers },
    })
  const sendForm = (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = { origin: server.url, 'sec-fetch-site': 'same-origin' },
  ) =>
    server.request(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { ...asNewClient(), ...headers },
    })
  const get = (path: string) => server.request(path, { headers: asNewClient() })
  return { server, site, otherSite, siteId, fromSite, send, sendForm, get }
}
