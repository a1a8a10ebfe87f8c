/**
 * What every address says for security's sake, over real HTTP. Each page, route and file of `app` is in the table: one that
 * is not fails the first test.
 */
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createOwner } from '@/lib/auth/create-owner'
import { addImage } from '@/lib/images/add-image'
import { addActor } from '@/test/authorisation/actors'
import { addSession } from '@/test/authorisation/sessions'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { startServer, type TestServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'a secret of the tests that is 32 long at least'
const DATABASE_URL = await ownDatabase()

/** `page`: of the blog. `post`: shows a post. `admin`: made for each request. `answer`: no page. `file`: as a page, and others may load it. */
type Kind = 'page' | 'post' | 'admin' | 'answer' | 'file'

/** By its folder in `app`: of which kind, and where it is asked for if that is not the folder's own name. */
const table: Record<string, Kind | [Kind, string]> = {
  '/api/[[...rest]]': ['answer', '/api/nothing'],
  '/api/badge/[file]': ['answer', '/api/badge/hello.svg'],
  '/api/comment-stamp': 'answer',
  '/api/comments': 'answer',
  '/api/comments/[id]': ['answer', '/api/comments/1'],
  '/api/comments/[id]/report': ['answer', '/api/comments/1/report'],
  '/api/health': 'answer',
  '/api/og-image': 'answer',
  '/api/og-metadata': 'answer',
  '/api/openapi.yaml': 'answer',
  '/api/search': 'answer',
  '/api/unsubscribe': 'answer',
  '/api/verify-address': 'answer',
  '/api/views': 'answer',
  ...Object.fromEntries(
    [
      ...[
        'delete-old-mails',
        'delete-old-submissions',
        'delete-unused-link-previews',
        'forget-deleted-posts',
        'forget-networks',
      ],
      ...[
        'keep-view-marks',
        'publish-due-posts',
        'purge-deleted-comments',
        'purge-pages',
        'renew-link-previews',
        'reencrypt-addresses',
      ],
      'send-mails',
    ].map((name) => [`/api/cron/${name}`, 'answer'] as const),
  ),
  '/apple-icon.png': 'file',
  '/archive/[[...year]]': ['page', '/archive'],
  '/comments/[id]': ['page', '/comments/1'],
  '/comments/[id]/report': ['page', '/comments/1/report'],
  '/comments/[id]/report/thanks': ['page', '/comments/1/report/thanks'],
  '/comments/yours': 'page',
  '/admin': 'admin',
  '/admin/[...rest]': ['admin', '/admin/nothing'],
  ...Object.fromEntries(
    [
      ...[
        'account',
        'blocks',
        'comments',
        'comments/news',
        'forgotten',
        'people',
        'readers',
        'settings',
        'sign-in',
        'stats',
      ],
      ...[
        'stats/download',
        'stats/live',
        'images',
        'images/upload',
        'images/upload/to-store',
        'link-preview',
        'markdown-preview',
        'posts',
      ],
    ].map((name) => [`/admin/${name}`, 'admin'] as const),
  ),
  '/admin/images/upload/to-store/[id]': ['admin', '/admin/images/upload/to-store/1'],
  '/admin/posts/[id]': ['admin', '/admin/posts/1'],
  '/admin/posts/[id]/draft': ['admin', '/admin/posts/1/draft'],
  '/admin/posts/[id]/history': ['admin', '/admin/posts/1/history'],
  '/admin/reset/[token]': ['admin', '/admin/reset/none'],
  '/docs/api': 'page',
  '/docs/errors': 'page',
  '/favicon.ico': 'file',
  '/feeds/[feed]': ['file', '/comments.xml'],
  '/files/[file]': ['file', '/sitemap.xml'],
  '/icon.svg': 'file',
  '/images/[name]': ['answer', '/images/none.webp'],
  '/invitations/[token]': ['admin', '/invitations/none'],
  '/mail-links/unsubscribe': 'page',
  '/mail-links/verify': 'page',
  '/manifest.webmanifest/[[...none]]': ['file', '/manifest.webmanifest'],
  '/opengraph-image/[[...none]]': ['file', '/opengraph-image'],
  '/page/[number]': ['page', '/'],
  '/posts/[slug]': ['post', '/posts/hello'],
  '/posts/[slug]/comments.xml': ['file', '/posts/hello/comments.xml'],
  '/posts/[slug]/comments/[id]': ['post', '/posts/hello/comments/1'],
  '/posts/[slug]/comments/[id]/after/[reply]': ['post', '/posts/hello/comments/1/after/1'],
  '/posts/[slug]/comments/[id]/reply': ['post', '/posts/hello/comments/1/reply'],
  '/posts/[slug]/comments/after/[id]': ['post', '/posts/hello/comments/after/1'],
  '/posts/[slug]/comments/before/[id]': ['post', '/posts/hello/comments/before/1'],
  '/posts/[slug]/comments/newest': ['post', '/posts/hello/comments/newest'],
  '/posts/[slug]/markdown': ['file', '/posts/hello.md'],
  '/posts/[slug]/opengraph-image': ['file', '/posts/hello/opengraph-image'],
  '/preview/[key]': ['post', '/preview/none'],
  '/privacy': 'page',
  '/privacy/your-data': 'page',
  '/privacy/your-data/[ticket]': ['page', '/privacy/your-data/none'],
  '/privacy/your-data/[ticket]/download': ['page', '/privacy/your-data/none/download'],
  '/privacy/your-data/[ticket]/erase': ['page', '/privacy/your-data/none/erase'],
  '/privacy/your-data/by-address': 'page',
  '/privacy/your-data/erased': 'page',
  '/privacy/your-data/sent': 'page',
  '/robots': ['file', '/robots.txt'],
  '/search': 'page',
  '/tags/[[...none]]': ['page', '/tags'],
  '/tags/[tag]': ['page', '/tags/none'],
  '/tags/[tag]/feed.xml': ['file', '/tags/none/feed.xml'],
  '/tags/[tag]/page/[number]': ['page', '/tags/none/page/2'],
}

/** Pages and routes by their folder, and what Next serves because of its name. */
function listAddresses(): string[] {
  return readdirSync('app', { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    if (statSync(path.join('app', file)).isDirectory()) return []
    const [folder, name] = [path.join('/', path.dirname(file)), path.basename(file)]
    if (/^(?:page|route)\.tsx?$/.test(name)) return [folder]
    const [, served] =
      /^((?:icon|apple-icon|opengraph-image|twitter-image|manifest|sitemap|robots|favicon)\d?)\.(?!test)\w+$/.exec(
        name,
      ) ?? []
    return served === undefined ? [] : [path.join(folder, /\.tsx?$/.test(name) ? served : name)]
  })
}

let server: TestServer
let cookie: string

beforeAll(async () => {
  await createOwner({
    email: 'olivia@example.org',
    password: 'the owner’s own password',
    name: 'Olivia',
  })
  ;({ cookie } = await addSession(await addActor('owner')))
  await addComment((await addPost('hello')).id)
  server = await startServer({
    DATABASE_URL,
    SITE_URL: 'https://blog.example',
    S3_PUBLIC_URL: 'https://pictures.example/own',
    CSP_REPORT_URI: 'https://reports.example/csp',
  })
})

const ask = (address: string, init: RequestInit = {}) =>
  fetch(server.url + address, {
    redirect: 'manual',
    ...init,
    headers: { Cookie: `session=${cookie}`, ...init.headers },
  })

test('every address says of which kind it is', () => {
  expect(listAddresses().sort()).toEqual(Object.keys(table).sort())
})

const addresses = Object.entries(table).map(([folder, entry]) => {
  const [kind, address] = Array.isArray(entry) ? entry : [entry, folder]
  return { address, kind }
})

function expectSecure({ status, headers, url }: Response, kind: Kind): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/)
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('referrer-policy')).toMatch(
    /^(?:strict-origin-when-cross-origin|same-origin|no-referrer)$/,
  )
  expect(headers.get('permissions-policy')).toContain('camera=()')
  expect(headers.get('reporting-endpoints')).toBe('csp="https://reports.example/csp"')
  const isShared = kind === 'answer' || kind === 'file'
  // That a method is not taken may be told to anybody.
  if (status !== 405)
    expect(headers.get('cross-origin-resource-policy')).toBe(
      isShared ? 'cross-origin' : 'same-origin',
    )
  expectStrict(headers.get('content-security-policy') ?? '', kind, new URL(url).pathname)
}

function expectStrict(policy: string, kind: Kind, path: string): void {
  expect(policy).toContain("default-src 'none'")
  // A picture that runs nothing at all.
  if (policy.includes('sandbox')) return
  expect(policy).toContain("frame-ancestors 'none'")
  if (kind === 'answer') {
    expect(policy).not.toContain('script-src')
    return
  }
  const trusted = kind === 'admin' ? 'default post-preview' : 'default'
  expect(policy).toContain(
    `script-src-attr 'none'; require-trusted-types-for 'script'; trusted-types ${trusted};`,
  )
  expect(policy).toContain('upgrade-insecure-requests')
  expect(policy).toMatch(/img-src [^;]*https:\/\/pictures\.example/)
  expect(/'nonce-[\w+/=]{24}' 'strict-dynamic'/.test(policy)).toBe(kind === 'admin')
  // Players stand in posts alone; pictures of anywhere also where posts are listed with their covers.
  expect(policy.includes('frame-src')).toBe(kind === 'admin' || /^\/(?:posts|preview)\//.test(path))
}

describe.each(addresses)('$address', ({ address, kind }) => {
  test('has the headers of its kind, whatever it answers', async () => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      expectSecure(
        await ask(address, {
          method,
          ...(method === 'POST' && { headers: { 'Sec-Fetch-Site': 'same-origin' } }),
        }),
        kind,
      )
    }
  })
})

test('a page that lies ready says the same as the one that was made', async () => {
  const said = ({ headers }: Response) =>
    [...headers]
      .filter(([name]) => /policy|security|referrer|x-(?:frame|content)|reporting/.test(name))
      .sort()
  const made = said(await ask('/posts/hello'))
  await vi.waitFor(async () => {
    const ready = await ask('/posts/hello', { headers: { 'Accept-Encoding': 'br' } })
    expect(ready.headers.get('content-encoding')).toBe('br')
    expect(said(ready)).toEqual(made)
  })
  const { headers } = await ask('/posts/hello')
  const unchanged = await ask('/posts/hello', {
    headers: { 'If-None-Match': headers.get('etag') ?? '' },
  })
  expect([unchanged.status, said(unchanged)]).toEqual([304, made])
})

test('what is refused before Next sees it has them too, and so has what is nowhere', async () => {
  expectSecure(await ask('/%ff'), 'page')
  expectSecure(await ask('/nothing'), 'page')
  expectSecure(await ask('/_next/static/nothing.js'), 'file')
})

test('a file as it lies in `public`, a script that was built, and a picture that was added have them, and others may load each', async () => {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const built = readdirSync('.next/static/chunks').find((name) => name.endsWith('.js'))
  const files = readdirSync('public', { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => path.join('/', path.relative('public', parentPath), name))
  expect(files).toContain('/embed.js')
  const { url } = await addImage(await addActor('owner'), picture)
  for (const address of [...files, `/_next/static/chunks/${built}`, url]) {
    for (const method of ['GET', 'HEAD']) {
      const response = await ask(address, { method })
      expect([response.status, address]).toEqual([200, address])
      expectSecure(response, address === url ? 'answer' : 'file')
    }
  }
})

test('each page of the admin area has a nonce of its own, and all its scripts carry it', async () => {
  const nonces = await Promise.all(
    ['/admin/settings', '/admin/settings', '/admin/nothing'].map(async (address) => {
      const response = await ask(address)
      const [, nonce = ''] =
        /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? []
      const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? []
      expect(scripts.length).toBeGreaterThan(2)
      expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([])
      return nonce
    }),
  )
  expect(new Set(nonces).size).toBe(3)
})

test('no reader decides what is kept for the next by a policy in his request', async () => {
  await addPost('poisoned')
  await ask('/posts/poisoned', {
    headers: { 'Content-Security-Policy': "script-src 'nonce-hisown'" },
  })
  expect(await (await ask('/posts/poisoned')).text()).not.toContain('hisown')
})

test('a blog that is not reached by https does not say it is', async () => {
  const { url } = await startServer({ DATABASE_URL })
  const { headers } = await fetch(url)
  expect(headers.get('strict-transport-security')).toBeNull()
  expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
})
