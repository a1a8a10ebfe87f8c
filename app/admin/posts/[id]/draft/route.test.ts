import { beforeAll, describe, expect, test } from 'vitest'
import type { PostFormAct } from '@/components/admin/posts/post-form-state'
import type { Actor } from '@/lib/auth/actor'
import { db } from '@/lib/db/client'
import { reservePostId } from '@/lib/posts/editing/create-post'
import { addActor } from '@/test/authorisation/actors'
import { callAction } from '@/test/authorisation/server-actions'
import { addSession } from '@/test/authorisation/sessions'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { form } from '@/test/form-data'
import { isNightly, oneOfEvery } from '@/test/nightly'
import { startServer, type TestServer } from '@/test/servers/server'

process.env.AUTH_SECRET = 'test secret of at least 32 characters'
const DATABASE_URL = await ownDatabase()
let server: TestServer
let owner: Actor
let session: Record<string, string>

beforeAll(async () => {
  owner = await addActor('owner')
  session = { Cookie: `session=${(await addSession(owner)).cookie}` }
  server = await startServer({ DATABASE_URL })
})

const draft = {
  base: 1,
  slug: '',
  title: 'A title',
  summary: '',
  tags: ['one'],
  cover: '',
  coverAlt: '',
  content: 'Words.',
}
const address = (id: number | string) => `${server.url}/admin/posts/${id}/draft`
const put = (id: number | string, fields: object, headers: Record<string, string> = session) =>
  fetch(address(id), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(fields),
  })
const read = async (path: string) => {
  const response = await fetch(server.url + path, { redirect: 'manual' })
  return {
    status: response.status,
    location: response.headers.get('location'),
    html: await response.text(),
  }
}

test('returns 200, makes the saved post readable and forbids caching', async () => {
  const { id } = await addPost('saved', { draft: true })
  const response = await put(id, { ...draft, slug: 'saved' })
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const saved = await response.json()
  expect(saved).toEqual({ revision: 2, savedAt: expect.any(String), state: 'draft', slug: 'saved' })
  const { base: _, ...fields } = draft
  const post = await fetch(address(id), { headers: session })
  expect(await post.json()).toEqual({
    id,
    revision: 2,
    ...fields,
    metaTitle: '',
    metaDescription: '',
    socialImage: '',
    canonical: '',
    noindex: false,
    slug: 'saved',
    state: 'draft',
    isPage: false,
    publishedAt: null,
    savedBy: '',
  })
})

test('returns 200 and creates a new post once, with its first save', async () => {
  const id = await reservePostId(owner)
  expect(await (await fetch(address(id), { headers: session })).json()).toMatchObject({
    revision: 0,
  })
  const created = { ...draft, base: 0 }
  const empty = { ...created, title: '', tags: [], content: '' }
  expect(await (await put(id, empty)).json()).toMatchObject({ revision: 0 })
  expect(await db().post.count({ where: { id } })).toBe(0)
  for (const _ of ['first', 'repeated'])
    expect(await (await put(id, created)).json()).toMatchObject({ revision: 1, slug: 'a-title' })
  expect((await put(id + 1, created)).status).toBe(404)
})

test('returns 200 and changes nothing for a repeated request', async () => {
  const { id } = await addPost('again', { draft: true })
  const first = await (await put(id, draft)).json()
  expect(await (await put(id, draft)).json()).toEqual(first)
})

if (isNightly)
  test('returns 200 for a post of one megabyte', async () => {
    const { id } = await addPost('large', { draft: true })
    const content = 'Twelve words of prose, one after the other, up to a megabyte.\n'.repeat(16_500)
    expect((await put(id, { ...draft, content })).status).toBe(200)
    expect((await (await fetch(address(id), { headers: session })).json()).content).toBe(content)
  })

/** Saves the form of a post and runs a button's action. */
async function press(act: PostFormAct, id: number, fields: typeof draft): Promise<void> {
  const { base, tags, ...texts } = fields
  const input = { ...texts, id: String(id), base: String(base), tags: tags.join(), act }
  const headers = { ...session, Origin: server.url, 'Sec-Fetch-Site': 'same-origin' }
  const action = 'app/admin/posts/[id]/actions.ts#save'
  const values = [{ refusals: 0 }, form(input)]
  const { redirect } = await callAction(server.url, `/admin/posts/${id}`, action, values, headers)
  expect(redirect).toContain('?done=')
}

describe('after an update of a published post, the next request', () => {
  test.each(['public', '公開'])(
    'shows the saved version of %s on its page and in the list, and not before',
    async (slug) => {
      const { id } = await addPost(slug)
      const path = `/posts/${encodeURIComponent(slug)}`
      const places = ['/', path, `${path}.md`, '/feed.xml', '/feed.json', '/llms.txt', '/archive']
      for (const place of places) await read(place)
      const title = `Title of ${slug}`
      const saved = { ...draft, slug, title, content: 'New words.' }
      await put(id, saved)
      for (const place of places) expect((await read(place)).html, place).not.toContain(title)
      await press('publish', id, { ...saved, base: 2 })
      for (const place of places) expect((await read(place)).html, place).toContain(title)
      expect((await read(path)).html).toContain('New words.')
    },
  )

  test('is redirected from the old address to the new one', async () => {
    const { id } = await addPost('old-address')
    await read('/posts/old-address')
    const saved = { ...draft, slug: 'new-address' }
    expect(await (await put(id, saved)).json()).toMatchObject({
      slug: 'new-address',
      state: 'published',
    })
    expect((await read('/posts/old-address')).status).toBe(200)
    await press('publish', id, { ...saved, base: 2 })
    expect(await read('/posts/old-address')).toMatchObject({
      status: 308,
      location: '/posts/new-address',
    })
    expect((await read('/posts/new-address')).status).toBe(200)
  })

  // Every order of three names, returning to the first one repeatedly.
  test.each(oneOfEvery(3, ['cbac', 'ba', 'bca', 'bcba', 'bacab', 'cabcabc']))(
    'finds it under all its slugs after %s in a browser that caches redirects',
    async (order) => {
      const slugOf = (letter: string) => `renamed-${order}-${letter}`
      const { id } = await addPost(slugOf('a'))
      const kept = new Map<string, string>()
      const visit = async (path: string, steps = 0): Promise<string> => {
        const known = kept.get(path)
        if (known !== undefined && steps < 10) return visit(known, steps + 1)
        const response = await fetch(server.url + path, { redirect: 'manual' })
        const location = response.headers.get('location')
        if (location === null || steps === 10) return `${response.status} ${path}`
        // RFC 9111, 5.2.2: without these directives, caches may keep a 308 indefinitely.
        if (!/no-cache|no-store/.test(response.headers.get('cache-control') ?? ''))
          kept.set(path, location)
        return visit(location, steps + 1)
      }
      const places = ['', '.md', '/comments.xml']
      const visitAll = async () => {
        for (const letter of 'abc')
          for (const place of places) await visit(`/posts/${slugOf(letter)}${place}`)
      }
      await visitAll()
      const used = new Set('a')
      for (const [step, letter] of [...order].entries()) {
        used.add(letter)
        await press('publish', id, { ...draft, base: step + 1, slug: slugOf(letter) })
        for (const name of used)
          for (const place of places) {
            const path = `/posts/${slugOf(letter)}${place}`
            expect(await visit(`/posts/${slugOf(name)}${place}`)).toBe(`200 ${path}`)
          }
      }
    },
  )
})

test('returns 400 with each invalid field and saves nothing', async () => {
  const { id } = await addPost('wrong')
  const response = await put(id, { ...draft, slug: 'a/b', cover: 'javascript:alert(1)' })
  expect(response.status).toBe(400)
  expect((await response.json()).errors.map(({ field }: { field: string }) => field)).toEqual([
    'slug',
    'cover',
  ])
  expect((await put(id, { base: 1 })).status).toBe(400)
  expect((await db().post.findUniqueOrThrow({ where: { id } })).revision).toBe(1)
})

test('returns 200 and adds a number to a slug that another post uses', async () => {
  await addPost('taken', { title: 'The first' })
  const { id } = await addPost('second')
  const response = await put(id, { ...draft, slug: 'taken' })
  expect([response.status, (await response.json()).slug]).toEqual([200, 'taken-2'])
})

test('returns 403 for a moderator and for cross-site requests', async () => {
  const { id } = await addPost('foreign')
  const { cookie } = await addSession(await addActor('moderator'))
  expect((await put(id, draft, { Cookie: `session=${cookie}` })).status).toBe(403)
  for (const headers of [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'same-site' },
  ]) {
    const response = await put(id, draft, { ...session, ...headers })
    expect([response.status, (await response.json()).code]).toEqual([403, 'cross-site'])
  }
  expect((await db().post.findUniqueOrThrow({ where: { id } })).revision).toBe(1)
})

test.each(['2000000000', '99999999999', '0', 'x', '1.5'])(
  'returns 404 for the unknown post %s',
  async (id) => {
    expect((await put(id, draft)).status).toBe(404)
    expect((await fetch(address(id), { headers: session })).status).toBe(404)
  },
)

describe('409: concurrent saves from the same revision', () => {
  test('names the earlier editor and keeps overwritten text in the history', async () => {
    const { id } = await addPost('contested')
    const { cookie } = await addSession(await addActor('owner', 'Otto Owner'))
    await put(id, { ...draft, content: 'Theirs.' }, { Cookie: `session=${cookie}` })
    const late = await put(id, { ...draft, content: 'Mine.' })
    expect([late.status, late.headers.get('content-type')]).toEqual([
      409,
      'application/problem+json',
    ])
    const problem = await late.json()
    expect(problem).toMatchObject({
      code: 'post-changed',
      theirs: {
        revision: 2,
        title: 'A title',
        content: 'Theirs.',
        savedAt: expect.any(String),
        by: 'Otto Owner',
      },
    })
    expect(
      (await put(id, { ...draft, base: problem.theirs.revision, force: true, content: 'Mine.' }))
        .status,
    ).toBe(200)
    expect(
      (
        await db().postVersion.findMany({ where: { postId: id }, orderBy: { revision: 'asc' } })
      ).map(({ content }) => content),
    ).toEqual(['Some words.', 'Theirs.', 'Mine.'])
  })

  test('accepts exactly one of several simultaneous saves', async () => {
    const { id } = await addPost('raced')
    const responses = await Promise.all(
      ['a', 'b', 'c', 'd'].map((content) => put(id, { ...draft, content })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })
})

test('returns 405 for other methods', async () => {
  const { id } = await addPost('method')
  const headers = { ...session, Origin: server.url, 'Sec-Fetch-Site': 'same-origin' }
  expect((await fetch(address(id), { method: 'DELETE', headers })).status).toBe(405)
  expect((await fetch(address(id), { method: 'POST', headers })).status).toBe(405)
})

test('returns 413 for more than 1.5 MB', async () => {
  const { id } = await addPost('too-large')
  const response = await put(id, { ...draft, content: 'x'.repeat(1_600_000) })
  expect([response.status, (await response.json()).detail]).toEqual([
    413,
    'The request body can be at most 1.5 MB.',
  ])
})

test('returns 413 for more than 64 kB on any other page, even without Content-Length', async () => {
  const chunks = async function* () {
    for (let sent = 0; sent < 20; sent++) yield new Uint8Array(65_536)
  }
  const headers = { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' }
  const post = (body: BodyInit | AsyncIterable<Uint8Array>) =>
    fetch(`${server.url}/admin/posts`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)
  expect((await post('x'.repeat(70_000))).status).toBe(413)
  expect((await post(chunks())).status).toBe(413)
})

test('returns 415 if the body is not JSON', async () => {
  const { id } = await addPost('text')
  expect((await put(id, draft, { ...session, 'Content-Type': 'text/plain' })).status).toBe(415)
})
