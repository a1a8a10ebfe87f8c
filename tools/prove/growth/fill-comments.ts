import { postsPerPage } from '@/lib/posts/post'
import { countMax } from '@/lib/text/count-max'
import type { TestPostgres } from '@/tools/prove/machines/postgres'
import {
  authorOf,
  contentOf,
  heldForLinks,
  isReply,
  samples,
  screeningOf,
  statusOf,
} from './comment-text'
import { filledPosts, isFilled, numberOfPost } from './fill-posts'
import { commentsPerGroup } from './grown-rows'

/**
 * The newest posts, whose comments the home page counts, and one post of ten, including the middle
 * one, get 200 comments. Each post gets as many when the blog grows. All other posts get 20.
 */
const commentsOfBusyPosts = 200
const commentsOfOthers = 20
const isBusyPost = `slug LIKE '%0' OR ${numberOfPost} < ${filledPosts.first + postsPerPage}`

/** These numbers lie beyond those of the comments added by growth. */
const numberOf = `(${numberOfPost} * ${commentsOfBusyPosts} + n)`
const firstHeld = 16_000_000

const numbered = `
  (SELECT id AS post_id, published_at, ${numberOf} AS n
  FROM posts, generate_series(0,
    CASE WHEN ${isBusyPost} THEN ${commentsOfBusyPosts} ELSE ${commentsOfOthers} END - 1) AS n
    WHERE ${isFilled}) AS numbered`

/** Blocked words, names and domains: enough for a second page. */
const blocks = 150

/**
 * Adds comments like those added by growth, some of them by one author on each post. Also fills the
 * moderation queues beyond the highest displayed count, and adds blocks.
 */
export async function fillComments(sql: TestPostgres['sql'], author: string): Promise<void> {
  const columns = 'status, author_name, content, screening, text_hash, created_at'
  const values = `${statusOf('n')}, CASE WHEN n % ${commentsOfOthers} = 5 THEN '${author}'
                  ELSE ${authorOf('n')} END, ${contentOf('n')}, ${screeningOf('n')}, md5(n::text)`
  await sql(
    `WITH ${samples}
     INSERT INTO comments (post_id, ${columns})
     SELECT post_id, ${values}, published_at + n % ${commentsOfBusyPosts} * interval '1 minute'
       FROM samples, ${numbered} WHERE NOT ${isReply('n')}`,
  )
  await sql(
    `WITH ${samples}
     INSERT INTO comments (post_id, parent_id, ${columns})
     SELECT post_id, (SELECT id FROM comments
                       WHERE text_hash = md5((n - n % ${commentsPerGroup})::text)),
       ${values}, published_at + n % ${commentsOfBusyPosts} * interval '1 minute'
       FROM samples, ${numbered} WHERE ${isReply('n')}`,
  )
  await sql(`INSERT INTO posts (slug, title, content, published_at, shown_at)
             VALUES ('timed-held', 'Timed', 'A post with many held comments.',
               now() - interval '11 years', now())`)
  await sql(
    `WITH ${samples}
     INSERT INTO comments (post_id, status, author_name, content, screening, created_at)
     SELECT id, status, ${authorOf('n')}, ${contentOf('n')}, ${heldForLinks},
       published_at + n % ${firstHeld} * interval '1 minute'
       FROM samples, posts, unnest(ARRAY['pending', 'spam']::comment_status[]) AS status,
         generate_series(${firstHeld}, ${firstHeld + countMax}) AS n WHERE slug = 'timed-held'`,
  )
  await sql(
    `INSERT INTO comment_blocks (kind, value, folded)
     SELECT (ARRAY['word', 'name', 'domain'])[1 + n % 3]::comment_block_kind, word, word
       FROM generate_series(1, ${blocks}) AS n,
         LATERAL (SELECT 'unbidden' || n || CASE WHEN n % 3 = 2 THEN '.example'
           ELSE '' END AS word) AS blocked`,
  )
}
