import { getPathMatch } from 'next/dist/shared/lib/router/utils/path-match'
import { expect, test } from 'vitest'
import { reservedSegments } from '@/lib/posts/reserved-segments'
import { adminPolicy, type PolicySite } from './content-policy'
import { headerFinder, securityRules } from './security-headers'

const plain: PolicySite = { pictureOrigins: [], uploadOrigins: [], frameHosts: [], isSecure: false }
const secure: PolicySite = {
  pictureOrigins: ['https://pictures.example'],
  uploadOrigins: ['https://store.example'],
  frameHosts: ['player.example'],
  isSecure: true,
}
const headersOf = headerFinder(securityRules(secure, reservedSegments))

const paths = [
  '/',
  '/posts/hello',
  '/posts/a.b/comments.xml',
  '/posts/x/opengraph-image-1',
  '/admin',
  '/admin/settings',
  '/about',
  '/search',
  '/deskless',
  '/api/views',
  '/api',
  '/images/1.webp',
  '/embed.js',
  '/afterword.js',
  '/embed/writing-ABCD1234.js',
  '/sitemap.xml',
  '/feeds/comments',
  '/privacy/your-data/t/download',
  '/preview/key',
  '/nothing',
]

test.each(paths)('our server and Next.js’s own rules return the same headers for %s', (path) => {
  const byNext = securityRules(secure, reservedSegments)
    .filter(({ source }) => getPathMatch(source, { strict: true, removeUnnamedParams: true })(path))
    .map(({ headers }) => headers)
  expect(headersOf(path)).toEqual(Object.assign({}, ...byNext))
})

test('only a site on HTTPS sends HSTS and upgrades insecure requests', () => {
  expect(headersOf('/')['Strict-Transport-Security']).toMatch(/^max-age=\d{8}$/)
  expect(headersOf('/')['Content-Security-Policy']).toContain('upgrade-insecure-requests')
  const insecure = JSON.stringify(headerFinder(securityRules(plain, []))('/'))
  expect(insecure).not.toContain('Strict-Transport-Security')
  expect(insecure).not.toContain('upgrade-insecure-requests')
})

test('browsers report violations to CSP_REPORT_URI only if it is set', () => {
  const reporting = (isSecure: boolean) =>
    headerFinder(
      securityRules({ ...plain, isSecure, reportUri: 'https://reports.example/csp' }, []),
    )('/')
  expect(reporting(true)['Content-Security-Policy']).toContain(
    'report-uri https://reports.example/csp; report-to csp',
  )
  expect(reporting(true)['Reporting-Endpoints']).toBe('csp="https://reports.example/csp"')
  expect(reporting(false)['Content-Security-Policy']).not.toContain('report-to')
  expect(JSON.stringify(headersOf('/'))).not.toMatch(/report-(?:uri|to)|Reporting-Endpoints/)
})

test('allows images of the store on all pages, and players only on post pages', () => {
  expect(headersOf('/privacy')['Content-Security-Policy']).toContain(
    "img-src 'self' data: https://pictures.example;",
  )
  for (const path of ['/', '/tags/a', '/page/2'])
    expect(headersOf(path)['Content-Security-Policy']).toContain("img-src 'self' data: https:")
  for (const path of ['/', '/tags/a', '/privacy'])
    expect(headersOf(path)['Content-Security-Policy']).not.toContain('frame-src')
  expect(headersOf('/posts/hello')['Content-Security-Policy']).toContain(
    'frame-src https://player.example;',
  )
})

test('every policy blocks foreign scripts, plugins, framing and event-handler attributes', () => {
  for (const policy of [
    ...paths.map((path) => headersOf(path)['Content-Security-Policy'] ?? ''),
    adminPolicy('abc', secure),
  ]) {
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).not.toMatch(/script-src[^;]*(?:https?:|\*|'unsafe-eval')/)
    if (policy.includes('script-src')) expect(policy).toContain("script-src-attr 'none'")
  }
})

test('the admin area runs no inline script without its nonce', () => {
  expect(adminPolicy('abc', secure)).toMatch(/script-src 'nonce-abc' 'strict-dynamic';/)
})
