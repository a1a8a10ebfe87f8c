import { getPathMatch } from 'next/dist/shared/lib/router/utils/path-match'
import { expect, test } from 'vitest'
import { adminPolicy } from './admin-policy'
import type { PolicySite } from './content-policy'
import { headerFinder, securityRules } from './security-headers'

const plain: PolicySite = { pictureOrigins: [], uploadOrigins: [], frameHosts: [], isSecure: false }
const secure: PolicySite = {
  pictureOrigins: ['https://pictures.example'],
  uploadOrigins: ['https://store.example'],
  frameHosts: ['player.example'],
  isSecure: true,
}
const headersOf = headerFinder(securityRules(secure))

const paths = [
  ...[
    '/',
    '/posts/hello',
    '/posts/a.b/comments.xml',
    '/posts/x/opengraph-image-1',
    '/admin',
    '/admin/settings',
    '/deskless',
    '/api/views',
  ],
  ...[
    '/api',
    '/images/1.webp',
    '/embed.js',
    '/sitemap.xml',
    '/feeds/comments',
    '/privacy/your-data/t/download',
    '/preview/key',
    '/nothing',
  ],
]

test.each(paths)(
  'our own entry and a platform that reads Next’s rules say the same of %s',
  (path) => {
    const byNext = securityRules(secure)
      .filter(({ source }) =>
        getPathMatch(source, { strict: true, removeUnnamedParams: true })(path),
      )
      .map(({ headers }) => headers)
    expect(headersOf(path)).toEqual(Object.assign({}, ...byNext))
  },
)

test('only a blog that is reached by https holds browsers to it', () => {
  expect(headersOf('/')['Strict-Transport-Security']).toMatch(/^max-age=\d{8}$/)
  expect(headersOf('/')['Content-Security-Policy']).toContain('upgrade-insecure-requests')
  const insecure = JSON.stringify(headerFinder(securityRules(plain))('/'))
  expect(insecure).not.toContain('Strict-Transport-Security')
  expect(insecure).not.toContain('upgrade-insecure-requests')
})

test('browsers report violations to CSP_REPORT_URI, and nowhere if it is not set', () => {
  const reporting = (isSecure: boolean) =>
    headerFinder(securityRules({ ...plain, isSecure, reportUri: 'https://reports.example/csp' }))(
      '/',
    )
  expect(reporting(true)['Content-Security-Policy']).toContain(
    'report-uri https://reports.example/csp; report-to csp',
  )
  expect(reporting(true)['Reporting-Endpoints']).toBe('csp="https://reports.example/csp"')
  expect(reporting(false)['Content-Security-Policy']).not.toContain('report-to')
  expect(JSON.stringify(headersOf('/'))).not.toMatch(/report-(?:uri|to)|Reporting-Endpoints/)
})

test('pictures come from the configured store, players from named hosts alone, and only where posts are shown', () => {
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

test('no policy lets another origin’s script, a plugin, a frame around it or a handler in an attribute be', () => {
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

test('in the admin area nothing inline runs without its nonce', () => {
  expect(adminPolicy('abc', secure)).toMatch(/script-src 'nonce-abc' 'strict-dynamic';/)
})
