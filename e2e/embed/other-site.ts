import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { owner } from '@/e2e/admin/owner'
import { newAddress, stampOfAMinuteAgo } from '@/e2e/support/blog'
import { createDatabase, serveBlog } from '@/e2e/support/separate-blog'
import { userAgent } from '@/e2e/views/view-reader'

type HostPage = { html: string; headers?: Record<string, string> }

/** A blog, the pages of a registered site, and those of a site that nobody registered. */
type OtherSites = {
  blog: string
  /** The origins of a site in English, of one in Urdu, and of a site that nobody registered. */
  site: string
  rightToLeftSite: string
  unregistered: string
  database: pg.Client
  /** Serves a page at this path on all three. */
  serve: (path: string, page: HostPage) => void
  /** Changes the database and invalidates what the blog has cached. */
  change: (sql: string, values: unknown[]) => Promise<void>
}

const cronSecret = 'test cron secret'

/** Serves pages on the loopback interface. */
async function servePages(pages: Map<string, HostPage>) {
  const server = createServer(({ url = '' }, response) => {
    if (url === '/favicon.ico') return response.writeHead(204).end()
    const page = pages.get(url.split('?')[0] ?? '')
    if (!page) return response.writeHead(404).end()
    const headers = { 'Content-Type': 'text/html; charset=utf-8', ...page.headers }
    return response.writeHead(200, headers).end(page.html)
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, port }
}

async function addSite(database: pg.Client, origin: string, language: string): Promise<void> {
  await database.query(
    `WITH site AS (
       INSERT INTO sites (name, origins, language) VALUES ($1, ARRAY[$2], $3) RETURNING id
     ) INSERT INTO site_hosts (host, site_id) SELECT $1, id FROM site`,
    [new URL(origin).host, origin, language],
  )
}

export const test = base.extend<{ errors: string[] }, { sites: OtherSites }>({
  userAgent,
  sites: [
    async ({ browserName: _ }, use) => {
      const pages = new Map<string, HostPage>()
      const [known, unknown] = await Promise.all([servePages(pages), servePages(pages)])
      const { url, drop } = await createDatabase('other_sites')
      const site = `http://127.0.0.1:${known.port}`
      const rightToLeftSite = `http://localhost:${known.port}`
      const blog = await serveBlog(
        url,
        {
          OWNER_EMAIL: owner.email,
          OWNER_PASSWORD: owner.password,
          CRON_SECRET: cronSecret,
          TRUSTED_PROXY_HOPS: '1',
          COMMENT_FLOOD_AFTER: '100000',
          LINK_PREVIEW_ALLOW_ORIGINS: site,
        },
        'inherit',
      )
      // The server creates the owner before it responds to the first request.
      await fetch(blog.url)
      const database = new pg.Client({ connectionString: url.href })
      await database.connect()
      await addSite(database, site, 'en')
      await addSite(database, rightToLeftSite, 'ur')
      await use({
        blog: blog.url,
        site,
        rightToLeftSite,
        database,
        unregistered: `http://127.0.0.1:${unknown.port}`,
        serve: (path, page) => pages.set(path, page),
        change: async (sql, values) => {
          await database.query(sql, values)
          const headers = { Authorization: `Bearer ${cronSecret}` }
          await fetch(`${blog.url}/api/cron/purge-pages`, { method: 'POST', headers })
        },
      })
      await Promise.all([blog.stop(), database.end()])
      await drop()
      known.server.close()
      unknown.server.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  page: async ({ page, sites }, use) => {
    await simulateReader(page, sites.blog)
    await use(page)
  },
  /** Errors in the console and of scripts. */
  errors: async ({ page }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
    })
    await use(errors)
  },
})

/**
 * Sends the requests of a page from a separate address, and replaces granted stamps by ones that
 * are a minute old, because tests type faster than people. The requests stay real, including their
 * CORS checks. Headers for all requests would cause a preflight request before the script loads.
 */
async function simulateReader(page: Page, blog: string): Promise<void> {
  await page.exposeFunction('stampAMinuteAgo', stampOfAMinuteAgo)
  await page.addInitScript(
    ({ blog, address }) => {
      const { fetch } = window
      window.fetch = async (input, init) => {
        if (!String(input).startsWith(`${blog}/api/`)) return fetch(input, init)
        const headers = { ...init?.headers, 'X-Forwarded-For': address }
        const response = await fetch(input, { ...init, headers })
        if (!response.ok || !String(input).includes('/api/comment-stamp')) return response
        return Response.json({ stamp: await Reflect.get(window, 'stampAMinuteAgo')() })
      }
    },
    { blog, address: newAddress() },
  )
}

/** Returns an HTML page that includes the embed of a blog. */
export const hostPage = (
  blog: string,
  body: string,
  { head = '', attributes = 'lang="en"' }: { head?: string; attributes?: string } = {},
): string => `<!doctype html><html ${attributes}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>A page of a site</title>
<script type="module" src="${blog}/afterword.js"></script>${head}</head>
<body><main><h1>A page of a site</h1>${body}</main></body></html>`

/** Returns the element of the comments, with a link as its fallback. */
export const commentsElement = (attributes = ''): string =>
  `<afterword-comments ${attributes}><a href="/fallback">Read the comments</a></afterword-comments>`

export { expect }
