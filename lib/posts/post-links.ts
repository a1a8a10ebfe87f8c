import 'server-only'
import type { Prisma } from '@/lib/generated/prisma/client'
import { findLinkPreviewKey } from '@/lib/link-previews/parse-target'
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
 * What of a text decides which of its links are cards, by a look at its lines: those that hold a link, whether they stand
 * alone, and the fences of code. Where it is the same as before the cards are, and a megabyte need not be parsed for a
 * letter that was typed. Lines that may nest too deep to be shown are among it, so that they are parsed and refused.
 */
export function cardLines(content: string): string {
  const lines = content.split('\n')
  const isBlank = (line: string | undefined) => line === undefined || line.trim() === ''
  return lines
    .flatMap((line, index) => {
      if (isFence.test(line) || nestsDeep.test(line)) return [line]
      if (!line.includes('://') && !line.includes('::')) return []
      return [`${isBlank(lines[index - 1])} ${isBlank(lines[index + 1])} ${line}`]
    })
    .join('\n')
}

const isFence = /^\s*(?:```|~~~)/
const nestsDeep = /^[ \t]{100}|^[ \t]*(?:(?:[->*+]|\d{1,9}[.)])[ \t]*){20}/

/**
 * Notes which previews a post shows, so that a change of one finds its page.
 * @param keys as `fetchedCards` names them
 * @returns whether there is one that it did not show before
 */
export async function writePostLinks(transaction: Prisma.TransactionClient, postId: number, keys: string[]): Promise<boolean> {
  const links = [...new Set(keys)]
  await transaction.postLink.deleteMany({ where: { postId, url: { notIn: links } } })
  const { count } = await transaction.postLink.createMany({ data: links.map((url) => ({ postId, url })), skipDuplicates: true })
  return count > 0
}
