import { imageAddress, imageUse } from '@/lib/link-previews/images/image-address'
import { unsubscribeToken, verificationToken } from '@/lib/mail/mail-links'
import { serveNames } from '@/test/link-previews/serve-names'
import { type PageServer, servePages } from '@/test/link-previews/serve-pages'
import { usesDnsServer, withModules } from '@/test/with-module'
import { sendRequest } from '@/tools/prove/load/send-request'
import { addPosts, startPostgres, type TestPostgres } from '@/tools/prove/machines/postgres'
import { cronSecret, startServer, type TestServer } from '@/tools/prove/machines/server'
import type { Scene } from '@/tools/prove/scene'
import { KnownContent } from './known-content'

const allowedOrigin = 'https://friend.example'
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'

async function serveTarget(scene: Scene): Promise<PageServer> {
  const page = await servePages(({ url }, response) => {
    if (url === '/drawing.svg') response.setHeader('content-type', 'image/svg+xml').end(drawing)
    else response.setHeader('content-type', 'text/html').end('<title>A page</title>')
  })
  scene.onEnd(page.close)
  return page
}

/** Adds a comment whose thread has the maximum number of replies. */
async function fillThread(
  { sql }: TestPostgres,
  slug: string,
): Promise<{ slug: string; parent_id: number }> {
  const add = (count: number, parentId: number | null) =>
    sql<{ id: number }>(
      `INSERT INTO comments (post_id, parent_id, status, author_name, content)
       SELECT posts.id, $2::integer, 'published', 'Ada', 'Words.'
         FROM posts, generate_series(1, $3::integer) WHERE slug = $1 RETURNING id`,
      [slug, parentId, count],
    )
  const [top] = await add(1, null)
  // Adds replies in batches. Each reply updates the count of the same parent row, and a statement
  // reads all its row versions.
  for (let batch = 0; batch < 10; batch++) await add(100, top?.id ?? 0)
  return { slug, parent_id: top?.id ?? 0 }
}

/** Returns the tokens of mail links, for the address of a comment. */
async function addTokens(
  { sql }: TestPostgres,
  slug: string,
): Promise<{ verifying: string; leaving: string }> {
  const [row] = await sql<{ id: number; comment: number; created_at: Date }>(
    `WITH address AS (INSERT INTO reader_addresses (hash, sealed) VALUES ('a hash', 'sealed')
     RETURNING id, created_at),
          added AS (INSERT INTO comments (post_id, address_id, status, author_name, content)
                    SELECT posts.id, address.id, 'published', 'Ada', 'Words.' FROM posts, address
                      WHERE slug = $1 RETURNING id)
     SELECT address.id, created_at, added.id AS comment FROM address, added`,
    [slug],
  )
  if (!row) throw new Error('no address was added')
  const address = { id: row.id, createdAt: row.created_at }
  return { verifying: verificationToken(address, row.comment), leaving: unsubscribeToken(address) }
}

/**
 * Starts a blog with content of each kind, because random requests seldom refer to existing
 * content.
 */
export async function startPopulatedBlog(
  scene: Scene,
): Promise<{ server: TestServer; known: KnownContent }> {
  const postgres = await startPostgres(scene)
  const [crowded = '', mailed = '', ...slugs] = await addPosts(postgres, 52)
  const names = await serveNames(() => 'no such name')
  scene.onEnd(names.close)
  const page = await serveTarget(scene)
  const server = await startServer(scene, postgres.url, {
    LINK_PREVIEW_ALLOW_ORIGINS: page.origin,
    ALLOWED_ORIGINS: allowedOrigin,
    ...withModules(usesDnsServer(names)),
  })
  // Random requests use small ids, so these comments must not be affected.
  await postgres.sql(`SELECT setval(pg_get_serial_sequence('comments', 'id'), 100000)`)
  const tokens = await addTokens(postgres, mailed)
  const pictures = imageUse.options.map((use) => {
    const { searchParams } = new URL(imageAddress(`${page.origin}/drawing.svg`, use), server.url)
    return Object.fromEntries([...searchParams].map(([name, value]) => [name, [value]]))
  })
  const known = new KnownContent(
    {
      slug: slugs,
      // The value of the hidden field when a reader submits the form. A filled field marks the
      // sender as a bot, and the comment is held.
      website: [''],
      stamp: [''],
      author_name: ['Ada', 'Grace Hopper', 'Ελένη'],
      author_email: ['ada@example.org', 'grace+blog@example.org'],
      cronSecret: [cronSecret],
      url: [`${page.origin}/`, `${page.origin}/a?b=c`],
      q: ['proved', 'words -that', '"of a post"', 'provd'],
      origin: [server.url, allowedOrigin],
    },
    {
      '/api/og-image': pictures,
      '/api/unsubscribe': [{ token: [tokens.leaving] }],
      '/api/verify-address': [{ token: [tokens.verifying] }],
    },
    await fillThread(postgres, crowded),
  )
  // Adds comments, so that requests have a comment id from the beginning.
  for (const slug of slugs) {
    const json = { slug, author_name: 'Ada', content: `Words on ${slug}.` }
    const { status, text } = await sendRequest(`${server.url}/api/comments`, { json })
    known.remember({ of: '/api/comments', method: 'POST', path: '/api/comments' }, status, text)
  }
  return { server, known }
}
