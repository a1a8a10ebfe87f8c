import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { test as base, newAddress } from './blog'
import { signed } from './sign'

/** Values in addresses that are known only at run time. */
export type Rows = {
  comment: number
  reply: number
  newest: number
  previewKey: string
  invitation: string
  ticket: string
}

export type PublicPage = {
  name: string
  path: string | ((rows: Rows) => string)
  /** The page has the status 404, so browsers do not keep it in the back/forward cache. */
  isMissing?: true
  /** The address is secret and the page is not cached, so Back requests it again. */
  isSecret?: true
  /**
   * A paragraph or heading has one line less in our fonts than in the system fonts. Late fonts
   * cause a layout shift.
   */
  shiftsWithLateFonts?: true
}

const thread = '/posts/how-a-thread-is-read'

/**
 * Every public page, with one address each. Tests of general rules iterate over these; in `npm
 * test`, over every fourth.
 */
export const publicPages: PublicPage[] = [
  { name: 'the home page', path: '/' },
  { name: 'the second page of the list', path: '/page/2' },
  { name: 'a post with cards and comments', path: '/posts/what-happens-to-a-pasted-link' },
  { name: 'the page of newest comments', path: `${thread}/comments/newest` },
  { name: 'a post with contents, code, footnotes and a thread', path: thread },
  {
    name: 'the page of best comments',
    path: `${thread}/comments/best`,
    shiftsWithLateFonts: true,
  },
  {
    name: 'the page of later comments',
    path: ({ comment }) => `${thread}/comments/after/${comment}`,
  },
  {
    name: 'the page of earlier comments',
    path: ({ newest }) => `${thread}/comments/before/${newest}`,
  },
  {
    name: 'a comment',
    path: ({ comment }) => `${thread}/comments/${comment}`,
    shiftsWithLateFonts: true,
  },
  {
    name: 'the page of later replies',
    path: ({ comment, reply }) => `${thread}/comments/${comment}/after/${reply}`,
    shiftsWithLateFonts: true,
  },
  { name: 'the reply form', path: ({ comment }) => `${thread}/comments/${comment}/reply` },
  { name: 'the plain page of another site’s thread', path: '/threads/garden.example/roses' },
  { name: 'the report form', path: ({ comment }) => `/comments/${comment}/report` },
  {
    name: 'the page after a report',
    path: ({ comment }) => `/comments/${comment}/report?done=reported`,
  },
  { name: 'the archive', path: '/archive' },
  { name: 'a year of the archive', path: '/archive/2019' },
  { name: 'a month of a crowded year', path: '/archive/2005/03' },
  // Other tests add tags, whose lines may break differently.
  { name: 'the list of tags', path: '/tags', shiftsWithLateFonts: true },
  { name: 'a tag', path: '/tags/comments' },
  { name: 'the second page of a tag', path: '/tags/shelf/page/2' },
  { name: 'the search form', path: '/search' },
  { name: 'the page of search results', path: '/search?q=thread', shiftsWithLateFonts: true },
  { name: 'a search without results', path: '/search?q=xylophonequartz' },
  { name: 'the API reference', path: '/docs/api' },
  { name: 'the list of error codes', path: '/docs/errors' },
  { name: 'the error page', path: '/docs/failed', shiftsWithLateFonts: true },
  { name: 'the privacy page', path: '/privacy' },
  { name: 'the page to request stored data', path: '/privacy/your-data' },
  { name: 'the notice that a link was sent', path: '/privacy/your-data?done=sent' },
  { name: 'the notice that the data is erased', path: '/privacy/your-data?done=erased' },
  {
    name: 'the page with a reader’s stored data',
    path: ({ ticket }) => `/privacy/your-data/${ticket}`,
    isSecret: true,
    shiftsWithLateFonts: true,
  },
  {
    name: 'the preview of a post',
    path: ({ previewKey }) => `/preview/${previewKey}`,
    isSecret: true,
  },
  { name: 'an invitation', path: ({ invitation }) => `/invitations/${invitation}`, isSecret: true },
  { name: 'an invalid invitation', path: '/invitations/none', isMissing: true },
  { name: 'an invalid password reset link', path: '/admin/reset/none', isMissing: true },
  { name: 'an invalid link from an e-mail', path: '/mail-links/verify?token=none', isSecret: true },
  {
    name: 'an invalid moderation link',
    path: '/mail-links/moderate?token=none',
    isSecret: true,
  },
  {
    name: 'an invalid unsubscribe link',
    path: '/mail-links/unsubscribe?token=none',
    isSecret: true,
  },
  { name: 'a missing page', path: '/nothing', isMissing: true },
]

/**
 * Adds enough posts for a second page of lists and a crowded year, and the rows that other
 * addresses need. If two workers call it, the second adds nothing.
 */
async function addRows(): Promise<Rows> {
  const database = new pg.Client({ connectionString: process.env.BLOG_DATABASE_URL })
  await database.connect()
  await database.query(
    `INSERT INTO posts (slug, title, summary, content, tags, published_at, shown_at)
     SELECT 'shelf-' || n, 'On the shelf, volume ' || n, 'For readers who browse older pages.',
       'Words.', '{shelf}', timestamptz '2019-01-01' + n * interval '1 day', now()
       FROM generate_series(1, 24) AS n ON CONFLICT DO NOTHING`,
  )
  await database.query(
    `INSERT INTO posts (slug, title, content, published_at, shown_at)
     SELECT 'crowd-' || n, 'In the crowd, number ' || n, 'Words.',
       timestamptz '2005-01-01' + n * interval '21 hours', now()
       FROM generate_series(0, 400) AS n ON CONFLICT DO NOTHING`,
  )
  await database.query(
    `WITH site AS (
       INSERT INTO sites (name, origins) SELECT 'Garden', '{https://garden.example}'
        WHERE NOT EXISTS (SELECT 1 FROM site_hosts WHERE host = 'garden.example') RETURNING id
     ), host AS (
       INSERT INTO site_hosts (host, site_id) SELECT 'garden.example', id FROM site
       ON CONFLICT DO NOTHING
     ), thread AS (
       INSERT INTO threads (site_id, slug, title, url)
       SELECT id, 'garden.example/roses', 'Roses', 'https://garden.example/roses' FROM site
       ON CONFLICT DO NOTHING RETURNING id
     )
     INSERT INTO comments (post_id, status, author_name, content)
     SELECT id, 'published', 'Ada', 'Comment ' || n FROM thread, generate_series(1, 3) AS n`,
  )
  const { rows: keys } = await database.query<{ key: string }>(
    `UPDATE posts SET preview_key = coalesce(preview_key, $1)
     WHERE slug = 'what-happens-to-a-pasted-link' RETURNING preview_key AS key`,
    [randomBytes(24).toString('base64url')],
  )
  const { rows: replies } = await database.query<{
    comment: number
    reply: number
    newest: number
  }>(
    `SELECT parent_id AS comment, comments.id AS reply, max(thread_id) OVER () AS newest
     FROM comments JOIN posts ON posts.id = post_id
      WHERE slug = 'how-a-thread-is-read' AND depth = 2 AND status = 'published'
        ORDER BY comments.id LIMIT 1`,
  )
  const invitation = signed('invitation', randomBytes(24).toString('base64url'))
  const identifier = `invitation:${createHash('sha256').update(invitation).digest('base64url')}`
  await database.query(
    `INSERT INTO staff_verifications (id, identifier, value, expires_at)
     VALUES ($1, $2, $3, now() + interval '1 day')`,
    // The recipient is encrypted, which is not possible here, so this row has none.
    [
      randomBytes(16).toString('hex'),
      identifier,
      JSON.stringify({ email: identifier, sealed: '' }),
    ],
  )
  await database.end()
  const { comment = 0, reply = 0, newest = 0 } = replies[0] ?? {}
  const ticketData = Buffer.from(
    JSON.stringify([[], [comment, reply], Date.now() + 3_600_000]),
  ).toString('base64url')
  return {
    comment,
    reply,
    newest,
    previewKey: keys[0]?.key ?? '',
    invitation,
    ticket: signed('reader-data', ticketData),
  }
}

/** Gives every test its own client address. `find` returns the address of a page. */
export const test = base.extend<object, { find: (page: PublicPage) => string }>({
  extraHTTPHeaders: async ({ browserName: _ }, use) => use({ 'X-Forwarded-For': newAddress() }),
  find: [
    async ({ browserName: _ }, use) => {
      const rows = await addRows()
      await use(({ path }) => (typeof path === 'string' ? path : path(rows)))
    },
    { scope: 'worker' },
  ],
})
