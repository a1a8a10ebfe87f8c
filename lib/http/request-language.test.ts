import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { newClient } from '@/test/new-client'
import { otherMethods } from './endpoint'
import { writeEndpoint } from './write-endpoint'

await ownDatabase()
await db().blogSettings.create({ data: { id: 1, language: 'en-IE' } })
await addSite(['https://garden.example'], { language: 'en-AU' })

const own = { origin: 'https://blog.example', 'sec-fetch-site': 'same-origin' }
const embed = { origin: 'https://garden.example', 'sec-fetch-site': 'cross-site' }

const refuse = writeEndpoint(
  {
    limits: [],
    body: true,
    slugOf: ({ fields }) => fields.slug,
    form: { name: 'comment', action: () => '/api/comments' },
  },
  async () => {
    throw new AppError('comments-closed', errorText('commentsClosed'))
  },
)

const send = async (body: string | URLSearchParams, headers: Record<string, string>) =>
  refuse(
    new Request('https://blog.example/api/comments', {
      method: 'POST',
      body,
      headers: {
        host: 'blog.example',
        'x-forwarded-for': newClient(),
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...headers,
      },
    }),
    { params: Promise.resolve({}) },
  )

test.each([
  ['a page of the blog', 'hello', { ...own, 'accept-language': 'en-GB' }, 'en-IE'],
  ['an embed', 'garden.example/roses', { ...embed, 'accept-language': 'en-GB' }, 'en-AU'],
  ['a program', 'hello', { 'accept-language': 'tlh, en-GB;q=0.5' }, 'en-GB'],
  ['a program that accepts no known language', 'hello', { 'accept-language': 'tlh' }, 'en'],
  ['a program without preferences', 'hello', {}, 'en'],
])('an error for %s is in its language', async (_, slug, headers, language) => {
  const { status, headers: received } = await send(JSON.stringify({ slug }), headers)
  expect(status).toBe(403)
  expect(received.get('content-language')).toBe(language)
  expect(received.get('cache-control')).toBe('no-store')
})

test('the page of a plain form with errors is in the language of the blog', async () => {
  const page = await (await send(new URLSearchParams({ slug: 'hello' }), own)).text()
  expect(page).toContain('<html lang="en-IE" dir="ltr">')
})

test('an error for a wrong method is in the language that the client accepts', async () => {
  const headers = { 'accept-language': 'en-GB' }
  const { PUT } = otherMethods('GET')
  const response = await PUT(
    new Request('https://blog.example/api/views', { method: 'PUT', headers }),
  )
  expect(response.headers.get('content-language')).toBe('en-GB')
})

test('an error for a wrong method needs only the headers of the request', async () => {
  // Next.js passes static routes a request whose other properties throw in Node.js 24.
  const request = new Proxy(new Request('https://blog.example/feed.xml'), {
    get: (target, name) => {
      if (name === 'headers') return target.headers
      throw new TypeError(`cannot read ${String(name)}`)
    },
  })
  expect((await otherMethods('GET').PUT(request)).status).toBe(405)
})
