import { imageAddress, imageUse } from '@/lib/link-previews/images/image-address'
import { unsubscribeToken, verificationToken } from '@/lib/mail/mail-links'
import { serveNames } from '@/test/link-previews/serve-names'
import { type PageServer, servePages } from '@/test/link-previews/serve-pages'
import { asksNames, withModules } from '@/test/with-module'
import { ask } from '@/tools/prove/load/ask'
import { addPosts, type ProvedPostgres, startPostgres } from '@/tools/prove/machines/postgres'
import {
  authSecret,
  cronSecret,
  type ProvedServer,
  startServer,
} from '@/tools/prove/machines/server'
import type { Scene } from '@/tools/prove/scene'
import { Acquaintances } from './acquaintances'

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

/** A comment whose thread has the most replies that one may have. */
async function fillThread(
  { sql }: ProvedPostgres,
  slug: string,
): Promise<{ slug: string; parent_id: number }> {
  const add = (count: number, parentId: number | null) =>
    sql<{ id: number }>(
      `INSERT INTO comments (post_id, parent_id, status, author_name, content)
       SELECT posts.id, $2::integer, 'published', 'Ada', 'Words.' FROM posts, generate_series(1, $3::integer) WHERE slug = $1 RETURNING id`,
      [slug, parentId, count],
    )
  const [top] = await add(1, null)
  // Some at a time: each changes the count of the one row above, and a statement sees all its versions.
  for (let batch = 0; batch < 10; batch++) await add(100, top?.id ?? 0)
  return { slug, parent_id: top?.id ?? 0 }
}

/** What the links of mails carry, of an address that a comment names. */
async function addTokens(
  { sql }: ProvedPostgres,
  slug: string,
): Promise<{ verifying: string; leaving: string }> {
  const [row] = await sql<{ id: number; comment: number; created_at: Date }>(
    `WITH address AS (INSERT INTO reader_addresses (hash, sealed) VALUES ('a hash', 'sealed') RETURNING id, created_at),
          added AS (INSERT INTO comments (post_id, address_id, status, author_name, content)
                    SELECT posts.id, address.id, 'published', 'Ada', 'Words.' FROM posts, address WHERE slug = $1 RETURNING id)
     SELECT address.id, created_at, added.id AS comment FROM address, added`,
    [slug],
  )
  if (!row) throw new Error('no address was added')
  const address = { id: row.id, createdAt: row.created_at }
  return { verifying: verificationToken(address, row.comment), leaving: unsubscribeToken(address) }
}

/** A blog with something of each kind to ask for: what is asked at random seldom meets what is there. */
export async function startFamiliarBlog(
  scene: Scene,
): Promise<{ server: ProvedServer; acquaintances: Acquaintances }> {
  const postgres = await startPostgres(scene)
  const [crowded = '', mailed = '', ...slugs] = await addPosts(postgres, 52)
  const names = await serveNames(() => 'no such name')
  scene.onEnd(names.close)
  const page = await serveTarget(scene)
  const server = await startServer(scene, postgres.url, {
    LINK_PREVIEW_ALLOW_ORIGINS: page.origin,
    ALLOWED_ORIGINS: allowedOrigin,
    ...withModules(asksNames(names)),
  })
  // The server signs what it gives out: as if it had given these out.
  process.env.AUTH_SECRET = authSecret
  // Small numbers are asked for at random: these are to stay as they are.
  await postgres.sql(`SELECT setval(pg_get_serial_sequence('comments', 'id'), 100000)`)
  const tokens = await addTokens(postgres, mailed)
  const pictures = imageUse.options.map((use) => {
    const { searchParams } = new URL(imageAddress(`${page.origin}/drawing.svg`, use), server.url)
    return Object.fromEntries([...searchParams].map(([name, value]) => [name, [value]]))
  })
  const acquaintances = new Acquaintances(
    {
      slug: slugs,
      // Of a form that its reader filled in: who says anything there is taken for a program, and held.
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
  // What asks for a comment's id has one from the first request on.
  for (const slug of slugs) {
    const json = { slug, author_name: 'Ada', content: `Words on ${slug}.` }
    const { status, text } = await ask(`${server.url}/api/comments`, { json })
    acquaintances.hear({ of: '/api/comments', method: 'POST', path: '/api/comments' }, status, text)
  }
  return { server, acquaintances }
}
