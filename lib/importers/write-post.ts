import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import type { Prisma } from '@/lib/generated/prisma/client'
import { cardKeys, writePostLinks } from '@/lib/posts/link-cards/post-links'
import type { Post, SearchOptions } from '@/lib/posts/post'
import { storeVersion } from '@/lib/posts/versions/store-version'

/** A post or page to be written to the database. */
export type PostDraft = Omit<Post, 'id' | 'updatedAt' | 'author' | 'isPage' | 'commentsClosed'> &
  Partial<SearchOptions> & {
    draft: boolean
    /** Defaults to a post. */
    isPage?: boolean
  }

/**
 * Saves a post from a file, with its links. Replaces the post with the same slug, including its
 * unpublished changes. Previous versions stay in the history. A file restores a deleted post, and
 * takes over a slug that was only a redirect.
 * @returns the post's id
 */
export async function writePost(
  transaction: Prisma.TransactionClient,
  post: PostDraft,
): Promise<number> {
  const keys = cardKeys(post.content)
  const { slug, ...fields } = post
  const existing = await transaction.post.findUnique({ where: { slug } })
  if (existing) await storeVersion(transaction, existing.id, null)
  const discarded = await transaction.workingCopy.deleteMany({ where: { post: { slug } } })
  const isChanged =
    discarded.count > 0 ||
    (existing !== null &&
      Object.entries(fields).some(
        ([name, value]) => !isDeepStrictEqual(Reflect.get(existing, name), value),
      ))
  const { id } = await transaction.post.upsert({
    where: { slug },
    create: { ...post, commentsClosed: post.isPage === true },
    update: { ...fields, deletedAt: null, ...(isChanged && { revision: { increment: 1 } }) },
    select: { id: true },
  })
  await transaction.postRedirect.deleteMany({ where: { slug } })
  await writePostLinks(transaction, id, keys)
  await storeVersion(transaction, id, null)
  return id
}
