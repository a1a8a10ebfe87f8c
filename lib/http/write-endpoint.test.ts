import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { limits, takeFrom } from '@/lib/rate-limit/rate-limit'
import { addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { newClient } from '@/test/new-client'
import { otherMethods } from './endpoint'
import { writeEndpoint } from './write-endpoint'

await ownDatabase()
await addSite(['https://blog.example.org'])

const own = { origin: 'https://comments.example', 'sec-fetch-site': 'same-origin' }
const site = { origin: 'https://blog.example.org', 'sec-fetch-site': 'cross-site' }
const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

const handle = writeEndpoint(
  {
    limits: [],
    body: true,
    slugOf: ({ fields }) => fields.slug,
    form: { name: 'comment', action: () => '/api/comments' },
  },
  async ({ fields, site, kind }) => ({ json: { slug: fields.slug, site: site?.name, kind } }),
)

function requestOf(body: URLSearchParams | string, headers: Record<string, string>): Request {
  return new Request('https://comments.example/api/comments', {
    method: 'POST',
    body,
    headers: {
      host: 'comments.example',
      'x-forwarded-for': newClient(),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...headers,
    },
  })
}

const respond = (request: Request) => handle(request, { params: Promise.resolve({}) })

async function send(body: URLSearchParams | string, headers: Record<string, string>) {
  const { status, headers: received } = await respond(requestOf(body, headers))
  return [
    status,
    received.get('content-type')?.split(';')[0],
    received.get('access-control-allow-origin'),
  ]
}
const form = (slug: string) => new URLSearchParams({ slug })
const page = 'blog.example.org/hello'
const json = 'application/json'
const problem = 'application/problem+json'
const html = 'text/html'

test('a form with errors is shown again, unless another site sent it', async () => {
  expect(await send(form('blog.example.org/\u0000'), own)).toEqual([400, html, '*'])
  expect(await send(form('../hello'), {})).toEqual([404, html, '*'])
  for (const slug of [page, 'hello'])
    expect(await send(form(slug), evil)).toEqual([403, problem, '*'])
  expect(await send(form('hello'), site)).toEqual([403, problem, '*'])
})

test('returns an error page without a form if no site has the page', async () => {
  const fields = new URLSearchParams({ content: 'Some words.' })
  for (const slug of ['unknown.example/', 'unknown.example/<b>hello'])
    for (const headers of [own, site, evil, {}]) {
      fields.set('slug', slug)
      const response = await respond(requestOf(fields, headers))
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=utf-8',
      ])
      const page = await response.text()
      expect(page).toContain('<h1>Unknown site</h1>')
      expect(page).toContain('“unknown.example” is not registered here.')
      expect(page).toContain('<a href="/">Go to the home page</a>')
      expect(page).not.toMatch(/<form method|Some words|<b>/)
    }
})

test('returns an error page without a form if the form could not be read', async () => {
  const long = new URLSearchParams({ slug: 'hello', content: 'x'.repeat(70_000) })
  const repeated = new URLSearchParams('slug=hello&slug=hello')
  for (const [fields, status] of [[long, 413] as const, [repeated, 400] as const]) {
    expect(await send(fields, own)).toEqual([status, html, '*'])
    const page = await (await respond(requestOf(fields, own))).text()
    expect(page).toContain('<a href="/">Go to the home page</a>')
    expect(page).not.toContain('<form method')
    expect(await send(fields, evil)).toEqual([403, problem, '*'])
  }
})

test('an origin that may write can read every response', async () => {
  expect(await send(JSON.stringify({ slug: page }), site)).toEqual([200, json, site.origin])
  expect(await send(JSON.stringify({ slug: page }), own)).toEqual([200, json, null])
})

test('describes an error to the origins of the site only', async () => {
  for (const body of ['not JSON', JSON.stringify({ slug: `${page}\u0000` })]) {
    expect(await send(body, site)).toEqual([400, problem, '*'])
    expect(await send(body, evil)).toEqual([403, problem, '*'])
  }
})

test('every spelling of a page’s address requires permission of its site', async () => {
  for (const slug of [
    'BLOG.example.org/hello',
    'blog.example.org:443/hello/',
    'other.example@blog.example.org/hello',
    'blog.example.org/../hello',
    'ｂｌｏｇ.example.org/hello',
  ]) {
    expect(await send(JSON.stringify({ slug }), site)).toEqual([200, json, site.origin])
    expect(await send(JSON.stringify({ slug }), evil)).toEqual([403, problem, '*'])
  }
})

/** Counts all but two of the lookups that a client may cause in a minute. */
async function useUpLookups(client: string): Promise<void> {
  for (let n = 2; n < 600; n++) await takeFrom(limits.siteLookups, client)
}

test.each([
  ['an unknown site', own, { slug: 'unknown.example/' }],
  ['a page with the wrong key', { authorization: 'Bearer wrong' }, { slug: page }],
  ['a page from another origin', evil, { slug: page }],
  ['an invalid page', site, { slug: `${page}\u0000` }],
  ['a page without content', site, { slug: page }],
])('600 writes a minute to %s are looked up per client', async (_, headers, fields) => {
  const client = newClient()
  const named = { ...headers, 'x-forwarded-for': client }
  const write = async () => (await send(JSON.stringify(fields), named))[0]
  await useUpLookups(client)
  for (let n = 0; n < 2; n++) expect(await write()).not.toBe(429)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  expect(await write()).toBe(429)
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
  expect(await send(JSON.stringify(fields), headers)).not.toContain(429)
})

test('looks up at most 600 preflight requests a minute per client', async () => {
  const { OPTIONS } = otherMethods('POST')
  const client = newClient()
  const preflight = async (origin: string, from = client) => {
    const headers = { origin, 'x-forwarded-for': from }
    const { status, headers: received } = await OPTIONS(
      new Request('https://comments.example/api/comments', { method: 'OPTIONS', headers }),
    )
    return [status, received.get('access-control-allow-origin'), received.has('retry-after')]
  }
  await useUpLookups(client)
  expect(await preflight(site.origin)).toEqual([204, site.origin, false])
  expect(await preflight('https://1.example')).toEqual([204, '*', false])
  const query = vi.spyOn(pg.Client.prototype, 'query')
  // Browsers would cache a refusal for a day, but do not cache an error.
  expect(await preflight(site.origin)).toEqual([429, '*', true])
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
  expect(await preflight(site.origin, newClient())).toEqual([204, site.origin, false])
})
