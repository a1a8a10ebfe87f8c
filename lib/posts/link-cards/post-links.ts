import 'server-only'
import type { Prisma } from '@/lib/generated/prisma/client'
import { findLinkPreviewKey } from '@/lib/link-previews/store/link-preview-key'
import { findLinkCards } from '@/lib/markdown/parse-post-markdown'
import { isOwnLink } from './get-link-cards'

/**
 * Returns the links of a post that are shown as cards and need a fetch: the URL as written, and the
 * key of its preview.
 */
export function fetchedCards(content: string): { url: string; key: string }[] {
  return findLinkCards(content).flatMap((url) => {
    const key = isOwnLink(url) ? undefined : findLinkPreviewKey(url)
    // A URL outside the public internet stays an ordinary link.
    return key === undefined ? [] : [{ url, key }]
  })
}

/** Returns the keys of the previews that a text shows. This is slow for long texts. */
export const cardKeys = (content: string): string[] => fetchedCards(content).map(({ key }) => key)

/**
 * Stores which previews a post shows, so that a changed preview invalidates its pages.
 * @param keys the keys from `cardKeys`
 * @param options.keepsOthers keeps the post's earlier previews
 * @returns whether the post shows a preview that it did not show before
 */
export async function writePostLinks(
  transaction: Prisma.TransactionClient,
  postId: number,
  keys: string[],
  { keepsOthers = false } = {},
): Promise<boolean> {
  // All writers use the same order, since a trigger updates the previews one by one at the end of
  // the transaction.
  const links = [...new Set(keys)].toSorted()
  if (!keepsOthers)
    await transaction.postLink.deleteMany({ where: { postId, url: { notIn: links } } })
  const { count } = await transaction.postLink.createMany({
    data: links.map((url) => ({ postId, url })),
    skipDuplicates: true,
  })
  return count > 0
}
