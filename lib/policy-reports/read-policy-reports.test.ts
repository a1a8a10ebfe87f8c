import { expect, test } from 'vitest'
import { readPolicyReports } from './read-policy-reports'

const modern = (body: Record<string, unknown>) => [
  {
    ...{ type: 'csp-violation', age: 3, url: 'https://blog.example/posts/hello?x=1', user_agent: 'Mozilla/5.0' },
    body: { documentURL: 'https://blog.example/posts/hello?x=1', effectiveDirective: 'img-src', blockedURL: 'inline', ...body },
  },
]

test('both forms say the same', () => {
  const kept = {
    page: '/posts/hello',
    directive: 'script-src-elem',
    blocked: 'https://evil.example',
    source: '/_next/static/a.js',
    line: 7,
  }
  const said = { effectiveDirective: 'script-src-elem', blockedURL: 'https://evil.example/x.js?who=ada', lineNumber: 7 }
  expect(readPolicyReports(modern({ ...said, sourceFile: 'https://blog.example/_next/static/a.js?v=1' }))).toEqual([kept])
  const former = {
    ...{ 'document-uri': 'https://blog.example/posts/hello', 'violated-directive': "script-src-elem 'self'" },
    ...{ 'blocked-uri': said.blockedURL, 'source-file': 'https://blog.example/_next/static/a.js', 'line-number': 7 },
  }
  expect(readPolicyReports({ 'csp-report': former })).toEqual([kept])
})

test.each([
  ['https://blog.example/invitations/a-secret', '/invitations'],
  ['https://blog.example/privacy/your-data/a-secret', '/privacy'],
  ['https://blog.example/preview/a-secret', '/preview'],
  ['https://blog.example/mail-links/verify?token=a-secret', '/mail-links'],
  ['https://blog.example/desk/reset/a-secret', '/desk/reset'],
  ['https://blog.example/', '/'],
])('of %s no secret is kept', (documentURL, page) => {
  expect(readPolicyReports(modern({ documentURL }))).toMatchObject([{ page }])
})

test.each([
  ['inline', 'inline'],
  ['trusted-types-sink', 'trusted-types-sink'],
  ['data', 'data'],
  ['data:image/png;base64,AAAA', 'data'],
  ['https://ada:secret@pictures.example:8443/her/face.png?x', 'https://pictures.example:8443'],
  ['<script>', ''],
  [12, ''],
])('%j was blocked: %j', (blockedURL, blocked) => {
  expect(readPolicyReports(modern({ blockedURL }))).toMatchObject([{ blocked }])
})

test('what an extension of a browser did is left out', () => {
  expect(readPolicyReports(modern({ sourceFile: 'chrome-extension://abc/x.js' }))).toEqual([])
  expect(readPolicyReports(modern({ sourceFile: 'moz-extension' }))).toEqual([])
})

test.each([null, 1, 'x', {}, [], [[]], [null], { 'csp-report': 1 }, modern({ documentURL: 'x' }), modern({ effectiveDirective: 'A B' })])(
  '%j is no report',
  (json) => {
    expect(readPolicyReports(json)).toEqual([])
  },
)

test('of one body only the first are read', () => {
  expect(readPolicyReports(Array(1_000).fill(modern({})[0]))).toHaveLength(20)
})
