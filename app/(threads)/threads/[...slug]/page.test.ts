import { beforeAll, describe, expect, test } from 'vitest'
import { asNewClient } from '@/test/new-client'
import { startServerWithDatabase } from '@/test/servers/server-with-database'

const { server, database } = await startServerWithDatabase({
  SITE_URL: 'https://comments.example.org',
  TRUSTED_PROXY_HOPS: '1',
})

const page = '/threads/garden.example/2024/roses'
const url = 'https://garden.example/2024/roses/'

/**
 * Comments 1 to 30 are on the page. Comment 31 replies to the first one, 32 is held, and 33 is on a
 * closed page.
 */
beforeAll(async () => {
  const comment = `'published', 'Ada', 'Comment ' || n,
    timestamptz '2025-10-02' + n * interval '1 minute'`
  const insert =
    'INSERT INTO comments (post_id, parent_id, status, author_name, content, created_at)'
  await database.query(`
    INSERT INTO sites (name, origins, language) VALUES
      ('Garten', '{https://garden.example,https://www.garden.example,http://localhost:8080}', 'da');
    INSERT INTO site_hosts (host, site_id) VALUES
      ('garden.example', 1), ('www.garden.example', 1), ('localhost:8080', 1);
    INSERT INTO threads (id, site_id, slug, url, title, closed) VALUES
      (101, 1, 'garden.example/2024/roses', '${url}', 'Rosen', false),
      (102, 1, 'garden.example/closed', 'https://garden.example/closed', 'Zu', true),
      (103, 1, 'garden.example/', 'https://garden.example/', 'Start', false),
      (104, 1, 'localhost:8080/bread', 'http://localhost:8080/bread', 'Brot', false);
    INSERT INTO thread_aliases (slug, thread_id) VALUES ('www.garden.example/roses', 101);
    INSERT INTO posts (slug, title, content, published_at) VALUES
      ('hello', 'Hello', 'Words.', '2025-10-01');
    ${insert} SELECT 101, NULL::integer, ${comment} FROM generate_series(1, 30) AS n;
    ${insert} VALUES (101, 1, 'published', 'Eva', 'A reply', '2025-10-03');
    ${insert} VALUES (101, NULL, 'pending', 'Eve', 'Held words', now());
    ${insert} VALUES (102, NULL, 'published', 'Ada', 'On a closed page', now())`)
})

async function read(path: string, init: RequestInit = {}) {
  const response = await fetch(server.url + path, { redirect: 'manual', ...init })
  return { response, status: response.status, html: await response.text() }
}

const shownIds = (html: string): number[] =>
  [...html.matchAll(/<article id="comment-(\d+)"/g)].map(([, id]) => Number(id))

/** Sends a form as a browser on this blog does. */
const submit = (path: string, fields: Record<string, string>) =>
  read(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: server.url, 'sec-fetch-site': 'same-origin', ...asNewClient() },
  })

describe('the plain page of a thread', () => {
  test('shows a localhost thread only to this machine', async () => {
    const path = '/threads/localhost:8080/bread'
    const { status, html } = await read(path)
    expect([status, html.includes('Brot')]).toEqual([200, true])
    const elsewhere = await read(path, { headers: asNewClient() })
    expect([elsewhere.status, elsewhere.html.includes('Brot')]).toEqual([404, false])
  })

  test('shows title, site, a link to the page and the comments, and is not indexed', async () => {
    const { status, html } = await read(page)
    expect(status).toBe(200)
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).toMatch(new RegExp(`<h1[^>]*><a href="${url}"[^>]*>Rosen</a></h1>`))
    expect(html).toContain(`<a href="${url}" class="inline-block py-1">Back to the page</a>`)
    expect(html).toContain('<bdi lang="da">Garten</bdi>')
    expect(shownIds(html).slice(0, 3)).toEqual([1, 31, 2])
    expect(html).not.toContain('Held words')
    // Scripts write in the language of the site, and dates are in it.
    expect(html).toContain('data-content-language="da"')
    expect(html).toMatch(
      /<time dateTime="2025-10-02T00:01:00.000Z" lang="da" title="[^"]+">2\. okt\. 2025/,
    )
  })

  test('has links to reply and report, and a form, that work without JavaScript', async () => {
    const { html } = await read(page)
    expect(html).toContain(`href="${page}?reply=1"`)
    expect(html).toContain('href="/comments/1/report"')
    expect(html).toMatch(/<form [^>]*method="post"/)
    expect(html).toContain('action="/api/comments"')
    expect(html).toContain('name="slug" value="garden.example/2024/roses"')
    const reply = await read(`${page}?reply=1`)
    expect(reply.status).toBe(200)
    expect(reply.html).toContain('name="parent_id" value="1"')
    expect(reply.html).toContain(`href="${page}?comment=1#comment-1"`)
    const report = await read('/comments/1/report')
    expect(report.html).toContain(`href="${url}#comment-1"`)
  })

  test('continues on other pages', async () => {
    const { html } = await read(page)
    expect(html).toContain(`href="${page}?order=oldest&amp;after=25#comments"`)
    expect(shownIds((await read(`${page}?after=25`)).html)).toEqual([26, 27, 28, 29, 30])
    expect(shownIds((await read(`${page}?order=newest`)).html).slice(0, 2)).toEqual([30, 29])
    expect(shownIds((await read(`${page}?order=newest&after=3`)).html)).toEqual([2, 1, 31])
    expect((await read(`${page}?after=30`)).status).toBe(404)
  })

  test('shows one comment in its thread', async () => {
    const { html } = await read(`${page}?comment=31`)
    expect(shownIds(html)).toEqual([31])
    expect(html).toContain(`href="${page}?comment=1#comment-1"`)
    for (const query of ['comment=32', 'comment=33', 'comment=x', 'reply=32', 'after=x'])
      expect((await read(`${page}?${query}`)).status, query).toBe(404)
  })

  test('of a page without comments is empty and has a form', async () => {
    const { status, html } = await read('/threads/garden.example/new/page%20one')
    expect(status).toBe(200)
    expect(html).toContain('href="https://garden.example/new/page%20one"')
    expect(html).toContain('No comments yet')
    expect(html).toContain('name="slug" value="garden.example/new/page one"')
    const { rows } = await database.query("SELECT 1 FROM threads WHERE slug LIKE '%/new/%'")
    expect(rows).toEqual([])
  })

  test('of a closed page has no form', async () => {
    const { html } = await read('/threads/garden.example/closed')
    expect(shownIds(html)).toEqual([33])
    expect(html).not.toContain('class="comment-form"')
    const reply = await read('/threads/garden.example/closed?reply=33')
    expect(reply.response.headers.get('location')).toBe(
      '/threads/garden.example/closed?comment=33#comment-33',
    )
  })

  test('of a home page has an address without a slash', async () => {
    const { html } = await read('/threads/garden.example')
    expect(html).toContain('name="slug" value="garden.example/"')
  })

  test('is found under other addresses of the page', async () => {
    for (const path of ['/threads/GARDEN.example/2024/roses', `${page}/index.html`])
      expect(shownIds((await read(path)).html), path).toHaveLength(26)
    const { response } = await read('/threads/www.garden.example/roses')
    expect(response.headers.get('location')).toBe(page)
  })

  test('does not exist for unknown sites and invalid addresses', async () => {
    for (const path of [
      '/threads/unknown.example/page',
      '/threads/garden.example/%00',
      '/threads/garden.example/%E0%A4%A',
      `/threads/garden.example/${'a'.repeat(500)}`,
    ]) {
      const { status } = await read(path)
      expect([400, 404], path).toContain(status)
    }
  })

  test('of a post is the post', async () => {
    const { status, response } = await read('/threads/hello')
    expect(status).toBe(308)
    expect(response.headers.get('location')).toBe('/posts/hello')
  })
})

describe('a plain form', () => {
  const fields = { slug: 'garden.example/2024/roses', author_name: 'Zoe', content: 'Plain words.' }

  test('leads to the new comment, which links back to the page, and then deletes it', async () => {
    const sent = await submit('/api/comments', fields)
    expect(sent.status).toBe(303)
    const own = sent.response.headers.get('location') ?? ''
    const cookie = sent.response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { html } = await read(own, { headers: { cookie } })
    const id = own.split('/').at(-1)
    expect(html).toContain(`<a href="${url}#comment-${id}"><bdi>Rosen</bdi></a>`)
    const [, token = ''] = /name="edit_token" value="([^"]+)"/.exec(html) ?? []
    const deleted = await submit(`/api/comments/${id}`, { intent: 'delete', edit_token: token })
    expect(deleted.response.headers.get('location')).toBe(`${page}#comments`)
  })

  test('with an error is shown again, with a link to the plain page', async () => {
    const { status, html } = await submit('/api/comments', { ...fields, content: ' ' })
    expect(status).toBe(400)
    expect(html).toContain(`<a href="${page}#comments">Back to the comments</a>`)
  })

  test('sent from another site is refused', async () => {
    const { status } = await read('/api/comments', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', ...asNewClient() },
    })
    expect(status).toBe(403)
  })
})

test('a comment written by a script has its permalink on the page itself', async () => {
  const { response, html } = await read('/api/comments', {
    method: 'POST',
    body: JSON.stringify({ slug: 'garden.example/2024/roses', author_name: 'Zoe', content: 'Hi.' }),
    headers: {
      'content-type': 'application/json',
      origin: 'https://garden.example',
      ...asNewClient(),
    },
  })
  expect(response.status, html).toBe(201)
  expect(response.headers.get('location')).toMatch(
    /^https:\/\/garden\.example\/2024\/roses\/#comment-\d+$/,
  )
})
