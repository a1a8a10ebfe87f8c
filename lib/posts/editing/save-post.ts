import 'server-only'
import { query } from '@/lib/db/client'
import type { Prisma } from '@/lib/generated/prisma/client'
import { getLinkPreview } from '@/lib/link-previews/store/get-link-preview'
import type { PostDraft } from '@/lib/posts/editing/post-draft'
import { fetchedCards, writePostLinks } from '@/lib/posts/link-cards/post-links'
import { keepVersion } from '@/lib/posts/versions/keep-version'

/**
 * Writes a post from a file, under the slug it names, over one that is there, together with the list of its links. What
 * was there stays in its history. A file brings back a post that was deleted, and takes a slug that only led elsewhere.
 * @throws DatabaseUnavailable
 */
export async function savePost(post: PostDraft): Promise<void> {
  await query((client) => client.$transaction((transaction) => writePost(transaction, post)))
}

/**
 * The same, as a part of something that is done as a whole.
 * @returns the post's id
 */
export async function writePost(
  transaction: Prisma.TransactionClient,
  post: PostDraft,
): Promise<number> {
  const keys = fetchedCards(post.content).map(({ key }) => key)
  const { slug, ...fields } = post
  const there = await transaction.post.findUnique({ where: { slug } })
  if (there) await keepVersion(transaction, there.id, null)
  const isChanged =
    there !== null &&
    Object.entries(fields).some(([name, value]) => !isSame(Reflect.get(there, name), value))
  const { id } = await transaction.post.upsert({
    where: { slug },
    create: post,
    update: { ...fields, deletedAt: null, ...(isChanged && { revision: { increment: 1 } }) },
    select: { id: true },
  })
  await transaction.postRedirect.deleteMany({ where: { slug } })
  await writePostLinks(transaction, id, keys)
  await keepVersion(transaction, id, null)
  return id
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Reads the previews of a post's links that are not known yet, side by side, so that no page has to.
 * @returns the URLs that could not be read, each with the reason; they are shown as ordinary links
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
        return [{ url, reason: error instanceof Error ? error.message : String(error) }]
      }
    }),
  )
  return unread.flat()
}
