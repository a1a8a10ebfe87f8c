/**
 * Security headers of every address, over real HTTP. The first test fails if a page, route or file
 * of `app` is missing from the table.
 */
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createOwner } from '@/lib/auth/create-owner'
import { addImage } from '@/lib/images/add-image'
import { isReservedSegment } from '@/lib/posts/reserved-segments'
import { addActor } from '@/test/authorisation/actors'
import { routeOf } from '@/test/authorisation/server-actions'
import { addSession } from '@/test/authorisation/sessions'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { startServer, type TestServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()

/**
 * `page`: a page of the blog. `post`: shows a post. `admin`: rendered for each request. `endpoint`:
 * not a page. `file`: like a page, and other sites may load it.
 */
type Kind = 'page' | 'post' | 'admin' | 'endpoint' | 'file'

/**
 * Maps each folder of `app`, except those below `/admin` and `/api`, to its kind, and to its
 * address if that differs from the folder's name.
 */
const table: Record<string, Kind | [Kind, string]> = {
  '/apple-icon.png': 'file',
  '/[slug]': ['post', '/about'],
  '/archive/[[...year]]': ['page', '/archive'],
  '/comments/[id]': ['page', '/comments/1'],
  '/comments/[id]/report': ['page', '/comments/1/report'],
  '/comments/yours': 'page',
  '/docs/api': 'page',
  '/docs/errors': 'page',
  '/docs/failed/[[...none]]': ['page', '/docs/failed'],
  '/favicon.ico': 'file',
  '/feeds/[feed]': ['file', '/comments.xml'],
  '/files/[file]': ['file', '/sitemap.xml'],
  '/icon.svg': 'file',
  '/images/[name]': ['endpoint', '/images/none.webp'],
  '/invitations/[token]': ['admin', '/invitations/none'],
  '/mail-links/moderate': 'page',
  '/mail-links/unsubscribe': 'page',
  '/mail-links/verify': 'page',
  '/manifest.webmanifest/[[...none]]': ['file', '/manifest.webmanifest'],
  '/opengraph-image/[[...none]]': ['file', '/opengraph-image'],
  '/page/[number]': ['page', '/'],
  '/posts/[slug]': ['post', '/posts/hello'],
  '/posts/[slug]/comments.xml': ['file', '/posts/hello/comments.xml'],
  '/posts/[slug]/comments/[...place]': ['post', '/posts/hello/comments/1'],
  '/posts/[slug]/comments/[id]/reply': ['post', '/posts/hello/comments/1/reply'],
  '/posts/[slug]/markdown': ['file', '/posts/hello.md'],
  '/posts/[slug]/opengraph-image': ['file', '/posts/hello/opengraph-image'],
  '/preview/[key]': ['post', '/preview/none'],
  '/privacy': 'page',
  '/privacy/your-data': 'page',
  '/privacy/your-data/[ticket]': ['page', '/privacy/your-data/none'],
  '/privacy/your-data/[ticket]/download': ['page', '/privacy/your-data/none/download'],
  '/privacy/your-data/[ticket]/erase': ['page', '/privacy/your-data/none/erase'],
  '/privacy/your-data/by-address': 'page',
  '/r/[file]': ['file', '/r/registry.json'],
  '/threads/[...slug]': ['post', '/threads/none.example/page'],
  '/robots': ['file', '/robots.txt'],
  '/search': 'page',
  '/tags/[[...none]]': ['page', '/tags'],
  '/tags/[tag]/[[...page]]': ['page', '/tags/none'],
  '/tags/[tag]/feed.xml': ['file', '/tags/none/feed.xml'],
}

/** Files that Next.js serves because of their names, which may end with a digit. */
const metadataFiles = [
  'icon',
  'apple-icon',
  'opengraph-image',
  'twitter-image',
  'manifest',
  'sitemap',
  'robots',
  'favicon',
]

/** Pages and routes by their folder, and files that Next.js serves because of their names. */
function listAddresses(): string[] {
  return readdirSync('app', { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    if (statSync(path.join('app', file)).isDirectory()) return []
    const folder = routeOf(path.join('app', file)) || '/'
    const name = path.basename(file)
    if (/^(?:page|route)\.tsx?$/.test(name)) return [folder]
    const [, served = '', base = ''] = /^((.*?)\d?)\.(?!test)\w+$/.exec(name) ?? []
    if (!metadataFiles.includes(base)) return []
    return [path.join(folder, /\.tsx?$/.test(name) ? served : name)]
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

const request = (address: string, init: RequestInit = {}) =>
  fetch(server.url + address, {
    redirect: 'manual',
    ...init,
    headers: { Cookie: `session=${cookie}`, ...init.headers },
  })

/** Returns an address of a folder. */
const sampleOf = (folder: string): string =>
  folder.replaceAll('[id]', '1').replaceAll(/\[+[^\]]+\]+/g, 'none')

function describeFolder(folder: string): { address: string; kind: Kind } | undefined {
  const entry = table[folder]
  if (Array.isArray(entry)) return { kind: entry[0], address: entry[1] }
  if (entry) return { kind: entry, address: folder }
  if (folder.startsWith('/admin')) return { kind: 'admin', address: sampleOf(folder) }
  return folder.startsWith('/api/') ? { kind: 'endpoint', address: sampleOf(folder) } : undefined
}

const folders = listAddresses()

test('lists the kind of every address', () => {
  expect(folders.filter((folder) => !describeFolder(folder))).toEqual([])
  expect(Object.keys(table).filter((folder) => !folders.includes(folder))).toEqual([])
})

const addresses = folders.flatMap((folder) => describeFolder(folder) ?? [])

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
  const isShared = kind === 'endpoint' || kind === 'file'
  // The response to an unsupported method may be public.
  if (status !== 405)
    expect(headers.get('cross-origin-resource-policy')).toBe(
      isShared ? 'cross-origin' : 'same-origin',
    )
  expectStrict(headers.get('content-security-policy') ?? '', kind, new URL(url).pathname)
}

function expectStrict(policy: string, kind: Kind, path: string): void {
  expect(policy).toContain("default-src 'none'")
  // An image that runs no scripts.
  if (policy.includes('sandbox')) return
  expect(policy).toContain("frame-ancestors 'none'")
  if (kind === 'endpoint') {
    expect(policy).not.toContain('script-src')
    return
  }
  expect(policy).toContain(
    "script-src-attr 'none'; require-trusted-types-for 'script'; trusted-types default;",
  )
  expect(policy).toContain('upgrade-insecure-requests')
  expect(policy).toMatch(/img-src [^;]*https:\/\/pictures\.example/)
  expect(/'nonce-[\w+/=]{24}' 'strict-dynamic'/.test(policy)).toBe(kind === 'admin')
  // Only posts and pages embed players. Pages with posts or covers allow images from any host.
  expect(policy.includes('frame-src')).toBe(
    kind === 'admin' ||
      /^\/(?:posts|preview)\//.test(path) ||
      (/^\/[^/]+$/.test(path) && !isReservedSegment(path.slice(1))),
  )
}

describe.each(addresses)('$address', ({ address, kind }) => {
  test('sends the headers of its kind with every response', async () => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      expectSecure(
        await request(address, {
          method,
          ...(method === 'POST' && { headers: { 'Sec-Fetch-Site': 'same-origin' } }),
        }),
        kind,
      )
    }
  })
})

test('a cached page has the same headers as the rendered one', async () => {
  const policyHeaders = ({ headers }: Response) =>
    [...headers]
      .filter(([name]) => /policy|security|referrer|x-(?:frame|content)|reporting/.test(name))
      .sort()
  const rendered = policyHeaders(await request('/posts/hello'))
  await vi.waitFor(async () => {
    const ready = await request('/posts/hello', { headers: { 'Accept-Encoding': 'br' } })
    expect(ready.headers.get('content-encoding')).toBe('br')
    expect(policyHeaders(ready)).toEqual(rendered)
  })
  const { headers } = await request('/posts/hello')
  const unchanged = await request('/posts/hello', {
    headers: { 'If-None-Match': headers.get('etag') ?? '' },
  })
  expect([unchanged.status, policyHeaders(unchanged)]).toEqual([304, rendered])
})

test('early rejections and missing pages have the same headers', async () => {
  expectSecure(await request('/%ff'), 'page')
  expectSecure(await request('/nothing'), 'page')
  expectSecure(await request('/_next/static/nothing.js'), 'file')
})

test('public files, built scripts and images have the headers for any site', async () => {
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
      const response = await request(address, { method })
      expect([response.status, address]).toEqual([200, address])
      expectSecure(response, address === url ? 'endpoint' : 'file')
    }
  }
})

test('each page of the admin area has its own nonce on all its scripts', async () => {
  const nonces = await Promise.all(
    ['/admin/settings', '/admin/settings', '/admin/nothing'].map(async (address) => {
      const response = await request(address)
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

test('a policy in a request header does not affect the cached page', async () => {
  await addPost('poisoned')
  await request('/posts/poisoned', {
    headers: { 'Content-Security-Policy': "script-src 'nonce-hisown'" },
  })
  expect(await (await request('/posts/poisoned')).text()).not.toContain('hisown')
})

test('sends no HSTS header if the blog is not served over https', async () => {
  const { url } = await startServer({ DATABASE_URL })
  const { headers } = await fetch(url)
  expect(headers.get('strict-transport-security')).toBeNull()
  expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
})
