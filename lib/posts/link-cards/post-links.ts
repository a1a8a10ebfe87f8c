import 'server-only'
import type { Prisma } from '@/lib/generated/prisma/client'
import { findLinkPreviewKey } from '@/lib/link-previews/fetch/parse-target'
import { findLinkCards } from '@/lib/markdown/find-link-cards'
import { isOwnLink } from './own-post-link'

/** The links of a post that are shown as cards and have to be fetched: the URL as it stands there, and the key of its preview. */
export function fetchedCards(content: string): { url: string; key: string }[] {
  return findLinkCards(content).flatMap((url) => {
    const key = isOwnLink(url) ? undefined : findLinkPreviewKey(url)
    // An address that is not of the public internet stays an ordinary link.
    return key === undefined ? [] : [{ url, key }]
  })
}

/**
 * Notes which previews a post shows, so that a change of one finds its page.
 * @param keys as `fetchedCards` names them
 * @returns whether there is one that it did not show before
 */
export async function writePostLinks(
  transaction: Prisma.TransactionClient,
  postId: number,
  keys: string[],
): Promise<boolean> {
  // In one order for all who write some: at the end of the transaction a trigger marks their previews one by one.
  const links = [...new Set(keys)].toSorted()
  await transaction.postLink.deleteMany({ where: { postId, url: { notIn: links } } })
  const { count } = await transaction.postLink.createMany({
    data: links.map((url) => ({ postId, url })),
    skipDuplicates: true,
  })
  return count > 0
}
