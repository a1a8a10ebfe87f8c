import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { freePort } from '@/scripts/embedded-postgres'
import { addActor } from '@/test/authorisation/actors'
import { addSession } from '@/test/authorisation/sessions'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { servePages } from '@/test/link-previews/serve-pages'
import { asNewClient } from '@/test/new-client'
import { startServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()

/** An allowed page, like those of an intranet, that redirects to the `to` parameter of its URL. */
const gateway = await servePages((request, response) => {
  const to = new URL(request.url ?? '/', 'http://a').searchParams.get('to') ?? ''
  response.writeHead(302, { location: to }).end()
})
afterAll(gateway.close)

const PORT = String(await freePort())
const ELSEWHERE = String(await freePort())
const origin = `http://localhost:${PORT}`
const server = await startServer({
  DATABASE_URL,
  PORT,
  LINK_PREVIEW_ALLOW_ORIGINS: gateway.origin,
  TRUSTED_PROXY_HOPS: '1',
})
const named = await startServer({
  DATABASE_URL,
  PORT: ELSEWHERE,
  SITE_URL: `http://localhost:${ELSEWHERE}`,
  LINK_PREVIEW_ALLOW_ORIGINS: gateway.origin,
  TRUSTED_PROXY_HOPS: '1',
})

beforeAll(async () => {
  await addPost('linked', { title: 'What is linked' })
  await addPost('secret', { title: 'What nobody knows', draft: true })
  await db().post.update({ where: { slug: 'linked' }, data: { summary: 'What it says.' } })
})

describe('a link to a post of a blog that runs on the local machine', () => {
  test('is a card on a page, but not for a draft or for another port', async () => {
    const links = [
      `${origin}/posts/linked`,
      `${origin}/posts/secret`,
      `http://localhost:1/posts/linked`,
    ]
    await addPost('linking', { content: links.join('\n\n') })
    const html = await (await fetch(`${server.url}/posts/linking`)).text()
    const cards = html.match(/<a href="[^"]*" class="link-card-body/g)
    expect(cards).toEqual([`<a href="${origin}/posts/linked" class="link-card-body`])
    expect(html).toContain('What it says.')
    expect(html).not.toContain('What nobody knows')
  })

  test('is a card when it is pasted in the admin area', async () => {
    const { cookie } = await addSession(await addActor('writer'))
    const url = encodeURIComponent(`${origin}/posts/linked`)
    const address = `${server.url}/admin/link-preview?url=${url}`
    const response = await fetch(address, { headers: { cookie: `session=${cookie}` } })
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        title: 'What is linked',
        description: 'What it says.',
        image: '',
        siteName: 'Afterword',
        url: `${origin}/posts/linked`,
        favicon: `${origin}/icon.svg`,
      },
    ])
  })
})

describe.each([
  ['is not set', server, PORT],
  ['is an address of this machine', named, ELSEWHERE],
])('a blog whose SITE_URL %s fetches nothing from the local machine', (_, blog, port) => {
  const send = async (url: string) =>
    (
      await blog.request(`/api/og-metadata?url=${encodeURIComponent(url)}`, {
        headers: asNewClient(),
      })
    ).json
  const own = [
    `http://localhost:${port}/posts/linked`,
    `http://localhost:${port}/api/health`,
    `http://127.0.0.1:${port}/`,
  ]
  const urls = [
    ...own,
    `http://[::1]:${port}/`,
    'http://localhost/',
    'http://localhost:8080/posts/linked',
    'http://127.0.0.1:8443/',
  ]

  test.each(urls)('returns 400 for %s', async (url) => {
    expect(await send(url)).toMatchObject({ status: 400, code: 'invalid-url' })
  })

  test.each(urls)('does not follow a redirect to %s', async (url) => {
    expect(await send(`${gateway.origin}/?to=${encodeURIComponent(url)}`)).toMatchObject({
      status: 500,
      code: 'target-unreachable',
    })
  })
})
