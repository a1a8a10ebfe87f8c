import { expect, test } from 'vitest'
import { POST } from '@/app/api/comments/preview/route'
import { addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { newClient } from '@/test/new-client'

process.env.SITE_URL = 'https://comments.example'
await ownDatabase()
await addSite(['https://blog.example.org'])

/** Requests a preview, like a proxy that does not forward the host. */
async function preview(fields: Record<string, unknown>) {
  const response = await POST(
    new Request('http://localhost:3000/api/comments/preview', {
      method: 'POST',
      body: JSON.stringify(fields),
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': newClient(),
        origin: 'https://comments.example',
      },
    }),
    { params: Promise.resolve({}) },
  )
  return [response.status, await response.json()]
}

const content = '[One](/posts/other) and [another](#comment-4)'
const shown = (other: string, comment: string) => [
  200,
  {
    html: expect.stringMatching(
      new RegExp(`^<p><a href="${other}"[^>]*>One</a> and <a href="${comment}"[^>]*>another</a>`),
    ),
  },
]

test('resolves links against the post, page or blog, not the URL of the request', async () => {
  const other = 'https://comments.example/posts/other'
  expect(await preview({ content })).toEqual(shown(other, 'https://comments.example/#comment-4'))
  expect(await preview({ content, slug: 'hello' })).toEqual(
    shown(other, 'https://comments.example/posts/hello#comment-4'),
  )
  expect(await preview({ content, slug: 'blog.example.org/hello' })).toEqual(
    shown('https://blog.example.org/posts/other', 'https://blog.example.org/hello#comment-4'),
  )
})

test('returns 400 for invalid content or an invalid slug', async () => {
  expect(await preview({ content: '' })).toMatchObject([400, { errors: [{ field: 'content' }] }])
  expect(await preview({ content, slug: '\ud800' })).toMatchObject([
    400,
    { errors: [{ field: 'slug' }] },
  ])
})
