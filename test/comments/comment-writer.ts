import pg from 'pg'
import { afterAll } from 'vitest'
import { asNewClient } from '@/test/new-client'
import { startServer, type TestServer } from '@/test/servers/server'

/** The fields that the tests use from the response to a comment. */
export type Added = {
  id: number
  post_slug: string
  edit_token: string
  status: string
  created_at: string
}

/** A valid comment, of which tests change only single fields. */
export const validComment = { slug: 'hello', content: 'Some *words*.', author_name: 'Ada' }

/** The allowed foreign origin. */
export const allowedOrigin = 'https://friend.example'

/** Each request of a test comes from a new network, which a blog would treat as a flood. */
const manyNewcomers = { COMMENT_FLOOD_AFTER: '100000' }

/**
 * Starts a server with a few posts (`hello`, `other` and some that accept no comments) and returns
 * functions for commenting on it.
 */
export async function startCommentWriter(environment: Record<string, string> = {}) {
  const server: TestServer = await startServer({
    TRUSTED_PROXY_HOPS: '1',
    ALLOWED_ORIGINS: allowedOrigin,
    ...manyNewcomers,
    ...environment,
  })
  const database = new pg.Client({ connectionString: server.databaseUrl })
  await database.connect()
  afterAll(() => database.end())
  await database.query(`
    INSERT INTO posts (slug, title, content, published_at, draft, comments_closed) VALUES
      ('hello', 'Hello', 'Words.', '2025-10-01', false, false),
      ('other', 'Other', 'Words.', '2025-10-01', false, false),
      ('closed', 'Closed', 'Words.', '2025-10-01', false, true),
      ('draft', 'Draft', 'Words.', '2025-10-01', true, false),
      ('tomorrow', 'Tomorrow', 'Words.', now() + interval '1 day', false, false)`)

  const json = { 'content-type': 'application/json' }

  const post = (fields: unknown, headers: Record<string, string> = {}) => {
    const body = typeof fields === 'string' ? fields : JSON.stringify(fields)
    return server.request('/api/comments', {
      method: 'POST',
      body,
      headers: { ...json, ...asNewClient(), ...headers },
    })
  }
  const postForm = (fields: Record<string, unknown>, headers: Record<string, string> = {}) => {
    const entries = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    return server.request('/api/comments', {
      method: 'POST',
      body: new URLSearchParams(entries),
      headers: { ...asNewClient(), ...headers },
    })
  }
  const own = (id: number, method: string, token: string | undefined, fields?: unknown) =>
    server.request(`/api/comments/${id}`, {
      method,
      ...(fields !== undefined && { body: JSON.stringify(fields) }),
      headers: { ...json, ...asNewClient(), ...(token && { authorization: `Bearer ${token}` }) },
    })
  const add = async (fields: Record<string, unknown> = {}): Promise<Added> => {
    const { json: added } = await post({ ...validComment, ...fields })
    return added as Added
  }
  const count = async () =>
    Number((await database.query('SELECT count(*) FROM comments')).rows[0].count)
  return { server, database, post, postForm, own, add, count }
}
