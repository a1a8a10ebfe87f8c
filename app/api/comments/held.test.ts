import { expect, test } from 'vitest'
import { type Added, startCommentWriter, validComment } from '@/test/comments/comment-writer'
import { asNewClient } from '@/test/new-client'

const { server, database, post, postForm, own, add } = await startCommentWriter()

const secret = 'xylophonequartz'
/** Returns a text that an unambiguous rule holds for every author. */
const heldText = (word: string) => `${word} [url=https://a.example]shoes[/url]`

/** Returns all public URLs that could show a comment of the post. */
function publicAddresses(ids: number[]): string[] {
  const ofPost = '/posts/hello'
  return [
    '/',
    '/page/1',
    '/page/2',
    '/feed.xml',
    '/comments.xml',
    '/sitemap.xml',
    '/robots.txt',
    ofPost,
    `${ofPost}/comments.xml`,
    `${ofPost}/comments/newest`,
    `${ofPost}/comments/after/1`,
    `${ofPost}/comments/before/999999`,
    `${ofPost}/opengraph-image`,
    ...ids.flatMap((id) => [
      `${ofPost}/comments/${id}`,
      `${ofPost}/comments/${id}/reply`,
      `${ofPost}/comments/${id}/after/1`,
      `/comments/${id}`,
    ]),
    '/api/comments?slug=hello',
    '/api/comments?slug=hello&limit=1',
    '/api/views?slug=hello',
    '/api/health',
  ]
}

async function expectNowhere(word: string, ids: number[]): Promise<void> {
  for (const path of publicAddresses(ids)) {
    const response = await fetch(server.url + path, { headers: asNewClient(), redirect: 'manual' })
    expect(await response.text(), path).not.toContain(word)
  }
}

const countOf = async () => {
  const page = await (await fetch(`${server.url}/posts/hello`)).text()
  return /(\d+|One|No) comments?/.exec(page)?.[0]
}

test('a held comment appears nowhere in public and cannot be replied to', async () => {
  const { id: top } = await add({ content: 'The one that all may read.' })
  const before = await countOf()
  const held: Added[] = []
  for (const [n, fields] of [
    { content: heldText(secret) },
    { content: `${secret} in the trap, as it is.`, website: 'x' },
    { content: heldText(`${secret} below`), parent_id: top },
    { content: heldText('Something'), author_name: secret },
  ].entries()) {
    const { response, json } = await post({ ...validComment, ...fields })
    expect([n, response.status]).toEqual([n, 201])
    expect(json).toMatchObject({ status: 'pending' })
    held.push(json as Added)
  }
  const statuses = await database.query(
    'SELECT status::text FROM comments WHERE id = ANY($1) ORDER BY id',
    [held.map(({ id }) => id)],
  )
  expect(statuses.rows.map(({ status }) => status)).toEqual([
    'pending',
    'spam',
    'pending',
    'pending',
  ])
  await expectNowhere(
    secret,
    held.map(({ id }) => id),
  )
  expect(await countOf()).toBe(before)
  for (const { id } of held)
    expect((await post({ ...validComment, parent_id: id })).response.status).toBe(404)
})

test('shows a spam comment to its author like a held one, on every path', async () => {
  const responses = []
  for (const fields of [
    { content: heldText('One more') },
    { content: 'In the trap once more.', website: 'x' },
  ]) {
    const { json } = await post({ ...validComment, ...fields })
    const { id, edit_token, status } = json as Added
    const edited = await own(id, 'PATCH', edit_token, { content: 'What it says instead, now.' })
    const page = await fetch(`${server.url}/comments/${id}`, {
      headers: { cookie: `edit-${id}=${edit_token}` },
    })
    const heading = /<h1[^>]*>([^<]*)/.exec(await page.text())?.[1]
    const deleted = await own(id, 'DELETE', edit_token)
    responses.push([
      status,
      edited.response.status,
      (edited.json as Added).status,
      page.status,
      heading,
      deleted.response.status,
    ])
  }
  expect(responses[0]).toEqual([
    'pending',
    200,
    'pending',
    200,
    'Your comment is awaiting moderation',
    200,
  ])
  expect(responses[1]).toEqual(responses[0])
})

test('a held edit is hidden from everyone except its author', async () => {
  const { id, edit_token } = await add({ content: 'What it says at first.' })
  const word = 'zwiebelfischquartz'
  const { response, json } = await own(id, 'PATCH', edit_token, { content: heldText(word) })
  expect(response.status).toBe(200)
  expect(json).toMatchObject({ id, content: 'What it says at first.', status: 'pending' })
  await expectNowhere(word, [id])
  expect(
    (await server.request('/api/comments?slug=hello', { headers: asNewClient() })).text,
  ).toContain('What it says at first.')
  const mine = await (
    await fetch(`${server.url}/comments/${id}`, { headers: { cookie: `edit-${id}=${edit_token}` } })
  ).text()
  expect(mine).toContain('Your edit is awaiting moderation')
  expect(mine).toContain(word)
})

test('an invalid form is shown again in the design of the blog, with a search box', async () => {
  await database.query(
    `INSERT INTO blog_settings (id, name, options)
     VALUES (1, 'Tea & <Toast>', '{"accent":"#0a7d5a"}')`,
  )
  const { text } = await postForm({ ...validComment, content: '' })
  await database.query('DELETE FROM blog_settings')
  expect(text).toContain('<header><a href="/">Tea &amp; &lt;Toast&gt;</a></header>')
  expect(text).toContain(' data-accent style="--accent:#0a7d5a"')
  expect(text).toContain('<search><form action="/search">')
})

test('an invalid form is shown again with its honeypot hidden and unfocusable', async () => {
  const { text } = await postForm({ ...validComment, content: '' })
  expect(text).toContain(
    'name="website" value="" aria-hidden="true" tabindex="-1" autocomplete="off"',
  )
  const { text: trapped } = await postForm({ ...validComment, content: '', website: 'x' })
  expect(trapped.split('name="website"')).toHaveLength(2)
})

test('rejects a staff name and names its field', async () => {
  await database.query(
    `INSERT INTO staff (id, name, email, role, updated_at)
      VALUES ('s', 'Olivia Owner', 's@sealed.invalid', 'owner', now())`,
  )
  const { response, json } = await post({ ...validComment, author_name: 'ОLIVIA  owner' })
  expect(response.status).toBe(400)
  expect(json).toMatchObject({ errors: [{ field: 'author_name' }] })
})
