import 'server-only'
import { createHash } from 'node:crypto'
import { query } from '@/lib/db/client'
import { keysetPages } from '@/lib/db/keyset-pages'
import type { Prisma } from '@/lib/generated/prisma/client'
import { importErrorText } from '@/lib/i18n/error-text'
import { NotAPost } from '@/lib/importers/imported-post'
import type { PostDraft } from '@/lib/importers/write-post'
import type { KnownFile } from './compose-post-file'

/** An existing post with its known file. */
export type ExistingPost = PostDraft & {
  id: number
  isDeleted: boolean
  /** The previous slugs. */
  aliases: string[]
  /** The post has unpublished changes. */
  isChanged: boolean
  file?: (KnownFile & { exportedHash: string | null }) | undefined
}

/** Returns the hash by which an exported text is recognised. */
export function hashOfFile(source: string): string {
  return createHash('sha256').update(source).digest('hex')
}

/**
 * Rejects a slug that redirects to another post.
 * @throws NotAPost
 */
export function refuseFormerSlug(slug: string, existing: readonly ExistingPost[]): void {
  const former = existing.find(({ aliases }) => aliases.includes(slug))
  if (former) throw new NotAPost(importErrorText('formerSlug', { slug, post: former.slug }))
}

const include = {
  redirects: { select: { slug: true }, orderBy: { slug: 'asc' } },
  file: true,
  workingCopy: { select: { postId: true } },
} as const satisfies Prisma.PostInclude

type Row = Prisma.PostGetPayload<{ include: typeof include }>

/** Converts a row; a deleted post appears in its previous state. */
const toExistingPost = ({ redirects, file, workingCopy, ...post }: Row): ExistingPost => ({
  ...post,
  draft: post.deletedAt === null ? post.draft : post.draftBeforeDeletion,
  isDeleted: post.deletedAt !== null,
  isChanged: workingCopy !== null,
  aliases: redirects.map(({ slug }) => slug),
  file: file ?? undefined,
})

/**
 * Finds all posts that a file may belong to: by its path, its slug, or a previous slug.
 * @throws DatabaseUnavailable
 */
export async function findExistingPosts(
  path: string,
  slugs: readonly string[],
): Promise<ExistingPost[]> {
  const named = { in: [...slugs] }
  const rows = await query((client) =>
    client.post.findMany({
      where: {
        OR: [{ slug: named }, { redirects: { some: { slug: named } } }, { file: { path } }],
      },
      include,
      orderBy: { id: 'asc' },
    }),
  )
  return rows.map(toExistingPost)
}

/** Number of posts per query, which limits memory for a large blog. */
const postsPerQuery = 50

/**
 * Reads all posts that are not deleted, including drafts, in order of creation.
 * @throws DatabaseUnavailable
 */
export async function* readExistingPosts(): AsyncGenerator<ExistingPost> {
  const read = (last: Row | undefined) =>
    query((client) =>
      client.post.findMany({
        where: { id: { gt: last?.id ?? 0 }, deletedAt: null },
        include,
        orderBy: { id: 'asc' },
        take: postsPerQuery,
      }),
    )
  for await (const rows of keysetPages(read, postsPerQuery)) yield* rows.map(toExistingPost)
}
