import 'server-only'
import { query } from '@/lib/db/client'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { StandingPost } from './judge-post-file'

/** What is read of a post to compare it with a file. */
const columns = {
  id: true,
  slug: true,
  title: true,
  summary: true,
  content: true,
  tags: true,
  draft: true,
  draftBeforeDeletion: true,
  deletedAt: true,
  publishedAt: true,
  cover: true,
  coverAlt: true,
  redirects: { select: { slug: true }, orderBy: { slug: 'asc' } },
  file: { select: { path: true, source: true, exportedHash: true } },
} as const satisfies Prisma.PostSelect

type Row = Prisma.PostGetPayload<{ select: typeof columns }>

/** Outside the database a deleted post is what it was before. */
function toStandingPost({
  redirects,
  deletedAt,
  draftBeforeDeletion,
  file,
  draft,
  ...post
}: Row): StandingPost {
  const isDeleted = deletedAt !== null
  return {
    ...post,
    draft: isDeleted ? draftBeforeDeletion : draft,
    isDeleted,
    aliases: redirects.map(({ slug }) => slug),
    file: file ?? undefined,
  }
}

/**
 * Every post that a file could be: known by its path, its slug, or a slug it had before.
 * @throws DatabaseUnavailable
 */
export async function findExistingPosts(
  path: string,
  slugs: readonly string[],
): Promise<StandingPost[]> {
  const named = { in: [...slugs] }
  const rows = await query((client) =>
    client.post.findMany({
      where: {
        OR: [{ slug: named }, { redirects: { some: { slug: named } } }, { file: { path } }],
      },
      select: columns,
      orderBy: { id: 'asc' },
    }),
  )
  return rows.map(toStandingPost)
}

/** Posts in one query: what is held of a large blog at a time. */
const postsAtATime = 50

/**
 * All posts that are not deleted, drafts included, in the order they came.
 * @throws DatabaseUnavailable
 */
export async function* readExistingPosts(): AsyncGenerator<StandingPost> {
  for (let after = 0; ; ) {
    const rows = await query((client) =>
      client.post.findMany({
        where: { id: { gt: after }, deletedAt: null },
        select: columns,
        orderBy: { id: 'asc' },
        take: postsAtATime,
      }),
    )
    yield* rows.map(toStandingPost)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}
