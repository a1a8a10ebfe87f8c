import { describe, expect, test } from 'vitest'
import { startCommentWriter, validComment } from '@/test/comments/comment-writer'
import { hostileJson, hostileSubmissions } from '@/test/comments/hostile-submissions'
import { asNewClient } from '@/test/new-client'
import { oneOfEvery } from '@/test/nightly'

const { server, database, post, postForm, add, count } = await startCommentWriter()
const json = { 'content-type': 'application/json' }

describe('413, 415, 400: unreadable bodies', () => {
  test.each([
    [
      '5 MB',
      413,
      JSON.stringify({ ...validComment, content: 'x'.repeat(5_000_000) }),
      'application/json',
    ],
    [
      '100 kB of combining marks',
      413,
      JSON.stringify({ ...validComment, content: `a${'\u0301'.repeat(50_000)}` }),
      'application/json',
    ],
    [
      'a form of 70 kB',
      413,
      new URLSearchParams({ ...validComment, content: 'x'.repeat(70_000) }).toString(),
      'application/x-www-form-urlencoded',
    ],
    ['plain text', 415, 'hello', 'text/plain'],
    ['XML', 415, '<a/>', 'application/xml'],
    ['no media type', 415, 'hello', ''],
    ['JSON in UTF-16', 415, '{}', 'application/json; charset=utf-16'],
    ['a form sent as JSON', 400, 'slug=hello&content=x&author_name=y', 'application/json'],
    ['JSON sent as a form', 400, JSON.stringify(validComment), 'application/x-www-form-urlencoded'],
    ['a multipart form without its boundary', 400, 'hello', 'multipart/form-data'],
    ['a truncated object', 400, '{"slug":"hello"', 'application/json'],
    ['nothing', 400, '', 'application/json'],
    ['an array', 400, '[]', 'application/json'],
    ['a word', 400, '"hello"', 'application/json'],
    ['null', 400, 'null', 'application/json'],
    ['30,000 nested arrays', 400, `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'application/json'],
    [
      '30,000 nested objects',
      413,
      `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`,
      'application/json',
    ],
    [
      'a repeated form field',
      400,
      'slug=hello&slug=other&content=x&author_name=y',
      'application/x-www-form-urlencoded',
    ],
    [
      'a form that is not valid UTF-8',
      400,
      'slug=hello&content=%FF%00&author_name=y',
      'application/x-www-form-urlencoded',
    ],
  ])('%s', async (_, status, body, type) => {
    const before = await count()
    const { response } = await server.request('/api/comments', {
      method: 'POST',
      body,
      headers: { ...asNewClient(), 'content-type': type },
    })
    expect(response.status).toBe(status)
    expect(await count()).toBe(before)
  })

  test('bytes that are not valid UTF-8', async () => {
    const body = Buffer.concat([
      Buffer.from('{"slug":"hello","author_name":"a","content":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ])
    expect(
      (
        await server.request('/api/comments', {
          method: 'POST',
          body,
          headers: { ...json, ...asNewClient() },
        })
      ).response.status,
    ).toBe(400)
  })

  test('uses the last of duplicate keys and treats __proto__ as an ordinary field', async () => {
    const { json } = await post(
      '{"slug":"hello","author_name":"Ada","content":"one","content":"two",' +
        '"__proto__":{"content":"three"}}',
    )
    expect(json).toMatchObject({ content: 'two' })
  })
})

describe('hostile submissions', () => {
  test('includes at least 120 submissions', () => {
    expect(hostileSubmissions.length * 2 + hostileJson.length).toBeGreaterThanOrEqual(240)
  })

  test.each(oneOfEvery(4, hostileSubmissions))(
    'as JSON: $name',
    async ({ fields, status, field }) => {
      const parent = fields.parent_id
      const numeric =
        typeof parent === 'string' && /^\d+$/.test(parent) ? { parent_id: Number(parent) } : {}
      const { response, json } = await post({ ...validComment, ...fields, ...numeric })
      expect(response.status).toBe(status)
      if (field) expect(json).toMatchObject({ code: 'invalid-parameters', errors: [{ field }] })
    },
  )

  test.each(oneOfEvery(4, hostileSubmissions))(
    'as a form: $name',
    async ({ fields, status, field }) => {
      const { response, text } = await postForm({ ...validComment, ...fields })
      expect(response.status).toBe(status === 201 ? 303 : status)
      if (status === 201) return
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(text).not.toMatch(/<script|onerror=|<img/i)
      if (field) expect(text).toContain('role="alert"')
    },
  )

  test.each(oneOfEvery(4, hostileJson))('JSON only: $name', async ({ fields, status, field }) => {
    const { response, json } = await post({ ...validComment, ...fields })
    expect(response.status).toBe(status)
    if (field) expect(json).toMatchObject({ errors: [{ field }] })
  })

  test('rejects a parent on another post', async () => {
    const { id } = await add({ content: 'Here' })
    expect((await post({ ...validComment, slug: 'other', parent_id: id })).response.status).toBe(
      404,
    )
  })

  test('rejects a parent that is pending, spam or deleted, or below such a comment', async () => {
    const top = await add({ content: 'Top' })
    const middle = await add({ content: 'Middle', parent_id: top.id })
    for (const status of ['pending', 'spam']) {
      await database.query('UPDATE comments SET status = $1::comment_status WHERE id = $2', [
        status,
        top.id,
      ])
      expect((await post({ ...validComment, parent_id: top.id })).response.status).toBe(404)
      expect((await post({ ...validComment, parent_id: middle.id })).response.status).toBe(404)
    }
    await database.query(`UPDATE comments SET status = 'deleted' WHERE id = $1`, [top.id])
    expect((await post({ ...validComment, parent_id: top.id })).response.status).toBe(404)
    expect((await post({ ...validComment, parent_id: middle.id })).response.status).toBe(201)
  })

  test('leaves the thread readable and the page valid', async () => {
    expect(
      (await server.request('/api/comments?slug=hello', { headers: asNewClient() })).response
        .status,
    ).toBe(200)
    const page = await fetch(`${server.url}/posts/hello`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('</html>')
    expect(server.output()).not.toContain('Error')
  })
})
