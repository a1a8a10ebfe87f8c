import { expect, test } from 'vitest'
import { addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { newClient } from '@/test/new-client'
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

async function send(body: URLSearchParams | string, headers: Record<string, string>) {
  const request = new Request('https://comments.example/api/comments', {
    method: 'POST',
    body,
    headers: {
      host: 'comments.example',
      'x-forwarded-for': newClient(),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...headers,
    },
  })
  const { status, headers: answered } = await handle(request, { params: Promise.resolve({}) })
  return [
    status,
    answered.get('content-type')?.split(';')[0],
    answered.get('access-control-allow-origin'),
  ]
}
const form = (slug: string) => new URLSearchParams({ slug })
const [page, json, problem, html] = [
  'blog.example.org/hello',
  'application/json',
  'application/problem+json',
  'text/html',
]

test('a form with errors is shown again, unless another site sent it', async () => {
  expect(await send(form('unknown.example/'), own)).toEqual([404, html, '*'])
  expect(await send(form('../hello'), {})).toEqual([404, html, '*'])
  for (const slug of [page, 'hello'])
    expect(await send(form(slug), evil)).toEqual([403, problem, '*'])
  expect(await send(form('hello'), site)).toEqual([403, problem, '*'])
})

test('an origin that may write reads every response', async () => {
  expect(await send(JSON.stringify({ slug: page }), site)).toEqual([200, json, site.origin])
  expect(await send(JSON.stringify({ slug: page }), own)).toEqual([200, json, null])
})

test('a site learns what is wrong with its request, and other origins nothing', async () => {
  for (const body of ['not JSON', JSON.stringify({ slug: `${page}\u0000` })]) {
    expect(await send(body, site)).toEqual([400, problem, '*'])
    expect(await send(body, evil)).toEqual([403, problem, '*'])
  }
})

test('every spelling of a page needs the permission of its site', async () => {
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
