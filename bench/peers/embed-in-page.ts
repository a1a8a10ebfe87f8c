/**
 * Opens pages with the embed and with peers from npm in Chromium, against a server that simulates
 * their APIs. Prints what a page loads until it shows the thread, and whether the thread is shown
 * without JavaScript and survives React hydration. Needs `npm ci --prefix bench/peers`,
 * `npm run build` and Chromium.
 *
 * `npx tsx bench/peers/embed-in-page.ts`
 */
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import * as esbuild from 'esbuild'
import { servePages } from '@/test/link-previews/serve-pages'
import { programPath } from '@/test/servers/find-program'

const shown = 'A comment that readers see.'
const fallback = 'Read the comments'
const hydrations = 12
const timeoutMs = 10_000

type Peer = {
  /** The element that the script fills, and its fallback. */
  container: string
  /** The markup that pages need according to the documentation. */
  snippet: string
  /** JSON by the beginning of its path. */
  responses: Record<string, unknown>
  /** True if the thread is a page in an `<iframe>`. */
  isFramed?: boolean
}

const date = '2026-11-01T12:00:00.000Z'
/** A placeholder in pages for the origin of the server. */
const origin = 'http://server.invalid'

const peers: Record<string, Peer> = {
  afterword: {
    container:
      '<afterword-comments slug="example.org/post">' +
      `<a href="/threads/example.org/post">${fallback}</a></afterword-comments>`,
    snippet: '<script type="module" src="/afterword.js"></script>',
    responses: {
      '/api/threads': {
        slug: 'example.org/post',
        title: 'Post',
        url: 'https://example.org/post',
        open: true,
        language: 'en',
        count: 1,
        reactions: true,
        next_cursor: null,
        comments: [
          {
            id: 1,
            parent_id: null,
            reply_to: null,
            html: `<p>${shown}</p>`,
            author_name: 'Ann',
            badge: null,
            created_at: date,
            edited_at: null,
            pinned: false,
            deleted: false,
            depth: 1,
            likes: 0,
          },
        ],
      },
      '/api/views': { views: 1, counted: true },
    },
  },
  waline: {
    container: '<div id="waline"></div>',
    snippet: `<link rel="stylesheet" href="/peers/@waline/client/dist/waline.css">
      <script type="module">
        import { init } from '/peers/@waline/client/dist/waline.js'
        init({ el: '#waline', serverURL: location.origin, lang: 'en' })
      </script>`,
    responses: {
      '/api/comment': {
        errno: 0,
        errmsg: '',
        data: {
          page: 1,
          totalPages: 1,
          pageSize: 10,
          count: 1,
          data: [
            {
              objectId: '1',
              nick: 'Ann',
              comment: `<p>${shown}</p>`,
              orig: shown,
              time: Date.parse(date),
              avatar: '',
              link: '',
              like: 0,
              status: 'approved',
              children: [],
            },
          ],
        },
      },
    },
  },
  artalk: {
    container: '<div id="artalk"></div>',
    snippet: `<link rel="stylesheet" href="/peers/artalk/dist/Artalk.css">
      <script src="/peers/artalk/dist/Artalk.js"></script>
      <script>
        Artalk.init({ el: '#artalk', pageKey: '/post', pageTitle: 'Post', server: location.origin,
          site: 'Site', locale: 'en' })
      </script>`,
    responses: {
      '/api/v2/conf': { frontend_conf: {}, version: { app: 'artalk', version: '2.9.1' } },
      '/api/v2/comments': {
        count: 1,
        roots_count: 1,
        page: { id: 1, key: '/post', url: '/post', title: 'Post', pv: 1, admin_only: false },
        comments: [
          {
            id: 1,
            content: shown,
            content_marked: `<p>${shown}</p>`,
            nick: 'Ann',
            link: '',
            ua: '',
            date,
            rid: 0,
            vote_up: 0,
            vote_down: 0,
            page_key: '/post',
            email_encrypted: '',
            is_collapsed: false,
            is_pending: false,
            is_pinned: false,
            is_allow_reply: true,
            visible: true,
          },
        ],
      },
      '/api/v2/': {},
    },
  },
  // A page with the comment replaces the one at giscus.app, which is not on npm.
  giscus: {
    container: `<giscus-widget host="${origin}" repo="a/b" mapping="pathname"></giscus-widget>`,
    snippet: '<script type="module" src="/giscus.js"></script>',
    responses: {},
    isFramed: true,
  },
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.json': 'application/json',
}

/** Renders a page that runs the scripts as the peer documents, and then React. */
const pageOf = ({ container, snippet }: Peer, hydrated: boolean) =>
  `<!doctype html><html lang="en"><title>Post</title><body><div id="root"><main><h1>Post</h1>` +
  `<div>${container}</div></main></div>${snippet}` +
  `${hydrated ? '<script type="module" src="/hydrate.js"></script>' : ''}</body></html>`

async function bundle(contents: string, resolveDir: string): Promise<Buffer> {
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir },
    bundle: true,
    minify: true,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  })
  return Buffer.from(outputFiles[0]?.contents ?? '')
}

/** Hydrates the server's markup on demand. */
const hydration = `
  import { createElement as h } from 'react'
  import { hydrateRoot } from 'react-dom/client'
  const name = location.pathname.split('/').at(-1)
  const container = name === 'afterword'
    ? h('afterword-comments', { slug: 'example.org/post' },
        h('a', { href: '/threads/example.org/post' }, ${JSON.stringify(fallback)}))
    : name === 'giscus'
      ? h('giscus-widget', { host: location.origin, repo: 'a/b', mapping: 'pathname' })
      : h('div', { id: name })
  window.hydrate = () => hydrateRoot(document.getElementById('root'),
    h('main', null, h('h1', null, 'Post'), h('div', null, container)))`

function readPublished(url: string): Buffer | undefined {
  const file = url.startsWith('/peers/')
    ? path.join('bench/peers/node_modules', url.slice('/peers/'.length))
    : path.join('public', url)
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** @param scripts the scripts by path */
function respondWith(scripts: Map<string, Buffer>): RequestListener {
  return (request, response) => {
    const { host } = request.headers
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const [, kind, name = ''] = pathname.split('/')
    const peer = peers[name]
    const responses = Object.values(peers).flatMap(({ responses }) => Object.entries(responses))
    const found = responses.find(([start]) => pathname.startsWith(start))
    const send = (extension: string, body: Buffer) =>
      response
        .writeHead(200, {
          'content-type': types[extension] ?? 'application/octet-stream',
          'content-encoding': 'br',
        })
        .end(brotliCompressSync(body))
    if (peer && (kind === 'page' || kind === 'react'))
      return void send(
        '.html',
        Buffer.from(pageOf(peer, kind === 'react').replace(origin, `http://${host}`)),
      )
    if (pathname === '/en/widget') return void send('.html', Buffer.from(`<p>${shown}</p>`))
    if (found) return void send('.json', Buffer.from(JSON.stringify(found[1])))
    const file = scripts.get(pathname) ?? readPublished(pathname)
    if (file) send(path.extname(pathname), file)
    else response.writeHead(404).end()
  }
}

const threadOn = (page: Page, { isFramed }: Peer) =>
  (isFramed ? page.frameLocator('iframe') : page).getByText(shown)

async function loadUntilShown(browser: Browser, peer: Peer, url: string) {
  const page = await browser.newPage()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.url() !== url && !request.url().endsWith('/favicon.ico'))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(url)
  const isShown = await threadOn(page, peer)
    .waitFor({ timeout: timeoutMs })
    .then(() => true)
    .catch(() => false)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await page.close()
  return { isShown, requests: sizes.length, bytes }
}

async function isReadableWithoutScripts(browser: Browser, url: string): Promise<boolean> {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(url)
  const links = await page.getByRole('link', { name: fallback }).count()
  await page.close()
  return links > 0
}

/** Returns true if the thread is still shown after React has hydrated the page around it. */
async function survivesHydration(browser: Browser, peer: Peer, url: string): Promise<boolean> {
  const page = await browser.newPage()
  await page.goto(url)
  await threadOn(page, peer).waitFor({ timeout: timeoutMs })
  await page.evaluate('hydrate()')
  // React recovers from a mismatch in a separate task.
  await page.evaluate('new Promise((done) => requestIdleCallback(() => setTimeout(done, 100)))')
  const isShown = await threadOn(page, peer).isVisible()
  await page.close()
  return isShown
}

const server = await servePages(
  respondWith(
    new Map([
      ['/hydrate.js', await bundle(hydration, process.cwd())],
      ['/giscus.js', await bundle('import "giscus"', import.meta.dirname)],
    ]),
  ),
)
const browser = await chromium.launch({
  executablePath: programPath('chromium'),
  args: ['--no-sandbox'],
})
try {
  console.log(
    '| what | requests | kB with Brotli | without JavaScript | shown after hydration |\n' +
      '|---|---|---|---|---|',
  )
  for (const [name, peer] of Object.entries(peers)) {
    const url = `${server.origin}/page/${name}`
    const { isShown, requests, bytes } = await loadUntilShown(browser, peer, url)
    if (!isShown) throw new Error(`${name} did not show the thread`)
    const isReadable = await isReadableWithoutScripts(browser, url)
    let survived = 0
    for (let load = 0; load < hydrations; load++)
      if (await survivesHydration(browser, peer, `${server.origin}/react/${name}`)) survived++
    console.log(
      `| ${name} | ${requests} | ${(bytes / 1_000).toFixed(1)} | ` +
        `${isReadable ? 'link' : 'nothing'} | ${survived} of ${hydrations} |`,
    )
  }
} finally {
  await browser.close()
  await server.close()
}
