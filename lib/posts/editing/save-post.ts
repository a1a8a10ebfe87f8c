import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '@/lib/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { getLinkPreview } from '@/lib/link-previews/store/get-link-preview'
import { cardKeys, fetchedCards, writePostLinks } from '@/lib/posts/link-cards/post-links'
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

/**
 * Fetches the missing previews of a post's links concurrently, so that no page has to fetch them.
 * @returns the URLs that could not be read and the reasons; they are shown as ordinary links
 */
export async function readLinkPreviews(
  content: string,
): Promise<{ url: string; reason: string }[]> {
  const unread = await Promise.all(
    fetchedCards(content).map(async ({ url }) => {
      try {
        await getLinkPreview(url)
        return []
      } catch (error) {
        return [{ url, reason: messageOf(error) }]
      }
    }),
  )
  return unread.flat()
}
