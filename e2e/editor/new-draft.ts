import { randomUUID } from 'node:crypto'
import pg from 'pg'

/**
 * Adds an empty draft.
 * @returns its address in the editor
 */
export async function newDraft(): Promise<string> {
  const client = new pg.Client({ connectionString: process.env.BLOG_DATABASE_URL })
  await client.connect()
  const { rows } = await client.query(
    `INSERT INTO posts (slug, title, content, tags, draft, published_at)
     VALUES ($1, $1, '', '{}', true, now()) RETURNING id`,
    [`draft-${randomUUID().slice(0, 8)}`],
  )
  await client.end()
  return `/admin/posts/${rows[0].id}`
}
