/**
 * A typical busy blog: one long post with 200 comments and 10 link cards. A local server provides
 * their images.
 */
import sharp from 'sharp'
import { type PageServer, servePages } from '@/test/link-previews/serve-pages'
import type { BenchDatabase } from './prepare'

export const busyPost = 'a-busy-post'
const cards = 10
const comments = 200

/**
 * Serves the images of the cards. `LINK_PREVIEW_ALLOW_ORIGINS` must contain the returned origin.
 */
export async function servePictures(): Promise<PageServer> {
  const picture = await sharp({
    create: { width: 1_200, height: 630, channels: 3, background: { r: 90, g: 140, b: 170 } },
  })
    .png()
    .toBuffer()
  const icon =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" ' +
    'r="4.5" fill="teal"/></svg>'
  return servePages(({ url = '' }, response) => {
    response.writeHead(200).end(url.endsWith('.svg') ? icon : picture)
  })
}

/**
 * Adds the post. Cards of the example posts get the same images, because their real sites are
 * unreachable here.
 */
export async function addBusyPost({ sql }: BenchDatabase, pictures: string): Promise<void> {
  await sql(
    `INSERT INTO link_previews (url, title, description, site_name, final_url, image, favicon,
     fetched_at, fresh_until)
     SELECT 'https://example.org/' || n, 'A linked page, number ' || n,
       'A description of one or two sentences that fits into a card.',
            'Example', 'https://example.org/' || n, $1 || '/' || n || '.png', $1 || '/icon.svg',
            now(), now() + interval '1 day'
       FROM generate_series(1, ${cards}) AS n`,
    [pictures],
  )
  await sql(
    `UPDATE link_previews SET favicon = $1 || '/icon.svg',
     image = CASE image WHEN '' THEN '' ELSE $1 || '/wide.png' END,
     fresh_until = now() + interval '1 day'`,
    [pictures],
  )
  const parts = Array.from(
    { length: cards },
    (_, index) =>
      `## Part ${index + 1}\n\n` +
      `${'A sentence of average length, like those in most posts. '.repeat(60)}\n\n` +
      `https://example.org/${index + 1}`,
  )
  await sql(
    `INSERT INTO posts (slug, title, summary, content, tags, published_at)
     VALUES ($1, 'A busy post', 'What it is about, in a sentence of the usual length.', $2,
       '{comments}', now() - interval '1 hour')`,
    [busyPost, parts.join('\n\n')],
  )
  await sql(
    `INSERT INTO comments (post_id, status, author_name, content, created_at)
     SELECT posts.id, 'published', 'Reader ' || n,
       repeat('A comment of some length, as readers write them. ', 4),
       now() - interval '1 hour' + n * interval '1 second'
       FROM posts, generate_series(1, ${comments}) AS n WHERE slug = $1`,
    [busyPost],
  )
}
