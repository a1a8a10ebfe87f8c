import 'server-only'
import { query } from '@/lib/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { NotAPost } from './files/not-a-post'
import { isSamePost } from './files/same-post'
import { findStandingPosts } from './files/standing-posts'
import type { ForeignPost } from './foreign-post'
import { writePost } from './save-post'

/** A post may come with thousands of comments. */
const timeoutMs = 120_000

type Options = {
  /** Whether it is taken where a post of its slug is here already. */
  overwrite?: boolean | undefined
  /** What is written with a new post, or not at all. */
  also?: (transaction: Prisma.TransactionClient, postId: number) => Promise<void>
}

/**
 * Takes a post of another blog: all of it or nothing. One that is here already keeps its comments.
 * @returns whether it was written; false where it is here already, as it is
 * @throws NotAPost where another post has its slug; DatabaseAway
 */
export async function saveForeignPost({ post, commentsClosed }: ForeignPost, { overwrite = false, also }: Options = {}): Promise<boolean> {
  const standing = await findStandingPosts('', [post.slug])
  const known = standing.find(({ slug }) => slug === post.slug)
  // A draft may have come without a date, and was given that of its import.
  const publishedAt = known?.draft && post.draft ? known.publishedAt : post.publishedAt
  if (known && isSamePost(known, { ...post, publishedAt })) return false
  if (known && !overwrite)
    throw new NotAPost(`there is a post “${post.slug}” already: rename one of them, or take this one with --overwrite`)
  const former = standing.find(({ aliases }) => aliases.includes(post.slug))
  if (former) throw new NotAPost(`“${post.slug}” is a slug that the post “${former.slug}” had before, and its readers still come by it`)
  await query((client) =>
    client.$transaction(
      async (transaction) => {
        const id = await writePost(transaction, post)
        if (known) return
        if (commentsClosed) await transaction.post.update({ where: { id }, data: { commentsClosed } })
        await also?.(transaction, id)
      },
      { timeout: timeoutMs },
    ),
  )
  return true
}
