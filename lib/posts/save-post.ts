import 'server-only'
import { query } from '@/lib/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { getLinkPreview } from '@/lib/link-previews/get-link-preview'
import { findLinkPreviewKey } from '@/lib/link-previews/parse-target'
import { findLinkCards } from '@/lib/markdown/find-link-cards'
import { isOwnLink } from './own-post-link'
import type { PostDraft } from './read-post-file'

/** The links of a post that are shown as cards and have to be fetched: the URL as it stands there, and the key of its preview. */
function cardsOf(content: string): { url: string; key: string }[] {
  return findLinkCards(content).flatMap((url) => {
    const key = isOwnLink(url) ? undefined : findLinkPreviewKey(url)
    // An address that is not of the public internet stays an ordinary link.
    return key === undefined ? [] : [{ url, key }]
  })
}

/**
 * Writes a post, under the slug it names, over one that is there, together with the list of its links.
 * @throws DatabaseAway
 */
export async function savePost(post: PostDraft): Promise<void> {
  await query((client) => client.$transaction((transaction) => writePost(transaction, post)))
}

/**
 * The same, as a part of something that is done as a whole.
 * @returns the post's id
 */
export async function writePost(transaction: Prisma.TransactionClient, post: PostDraft): Promise<number> {
  const urls = [...new Set(cardsOf(post.content).map(({ key }) => key))]
  const { slug, ...fields } = post
  const { id } = await transaction.post.upsert({
    where: { slug },
    create: post,
    update: { ...fields, deletedAt: null },
    select: { id: true },
  })
  await transaction.postLink.deleteMany({ where: { postId: id } })
  await transaction.postLink.createMany({ data: urls.map((url) => ({ postId: id, url })) })
  return id
}

/**
 * Reads the previews of a post's links that are not known yet, side by side, so that no page has to.
 * @returns the URLs that could not be read, each with the reason; they are shown as ordinary links
 */
export async function readLinkPreviews(content: string): Promise<{ url: string; reason: string }[]> {
  const unread = await Promise.all(
    cardsOf(content).map(async ({ url }) => {
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
