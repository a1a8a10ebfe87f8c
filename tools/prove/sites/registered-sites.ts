import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { siteKeyHash } from '@/lib/threads/find-site'
import { servePages } from '@/test/link-previews/serve-pages'
import type { TestPostgres } from '@/tools/prove/machines/postgres'
import type { Scene } from '@/tools/prove/scene'

/** A registered site. Its pages are served on a separate address or port. */
export type RegisteredSite = {
  origin: string
  /** With the port. */
  host: string
  key: string
}

/** The number of pages of each kind on a site. */
export const pagesOfKind = 8
/** The daily quota of the first site, which has more pages than that. */
export const smallQuota = 3

/** Serves sites in pairs: two ports of each loopback address, which no other machine can reach. */
export async function serveSites(scene: Scene, count: number): Promise<RegisteredSite[]> {
  const hosts: string[] = []
  const respond: RequestListener = (request, response) => {
    const host = request.headers.host ?? ''
    const [, kind, n] = /^\/([a-z]+)-(\d+)$/.exec(request.url ?? '') ?? []
    const next = hosts[(hosts.indexOf(host) + 1) % hosts.length]
    const redirect = (to: string) => response.writeHead(301, { location: to }).end()
    const show = (canonical: string) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<title>Page ${n}</title><link rel=canonical href="${canonical}"><p>Words of a page.`)
    const pages: Record<string, () => unknown> = {
      post: () => show(`http://${host}/post-${n}`),
      fresh: () => show(`http://${host}/fresh-${n}`),
      twin: () => show(`http://${host}/post-${n}`),
      stray: () => show(`http://${next}/post-${n}`),
      moved: () => redirect(`/post-${n}`),
      away: () => redirect(`http://${next}/post-${n}`),
      junk: () => response.writeHead(200, { 'content-type': 'text/plain' }).end('Words.'),
    }
    const found = pages[kind ?? '']
    if (found) found()
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not found</title>')
  }
  const servers = await Promise.all(
    Array.from({ length: count }, (_, n) => servePages(respond, `127.0.2.${1 + (n >> 1)}`)),
  )
  for (const { close } of servers) scene.onEnd(close)
  const sites = servers.map(({ origin }) => {
    const { host } = new URL(origin)
    return { origin, host, key: randomBytes(24).toString('base64url') }
  })
  hosts.push(...sites.map(({ host }) => host))
  return sites
}

/** Registers the sites, the first with a small quota of new pages. */
export async function addSites(
  { sql }: Pick<TestPostgres, 'sql'>,
  sites: readonly RegisteredSite[],
): Promise<void> {
  for (const [nth, { origin, host, key }] of sites.entries())
    await sql(
      `WITH site AS (
         INSERT INTO sites (name, origins, key_hash, new_pages_per_day)
         VALUES ($1, ARRAY[$2], $3, $4) RETURNING id)
       INSERT INTO site_hosts (host, site_id) SELECT $1, id FROM site`,
      [host, origin, siteKeyHash(key), nth === 0 ? smallQuota : 500],
    )
}
