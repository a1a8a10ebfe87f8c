import type { CommentBlock } from '@/lib/generated/prisma/client'
import { foldedWords, foldName, foldText } from '@/lib/text/fold-text'
import type { Draft } from './draft'
import { asciiDomain, findDomains } from './find-links'

/** A blocked word, name, domain or network; `folded` is the form that is compared. */
export type Block = Pick<CommentBlock, 'kind' | 'value' | 'folded' | 'verdict'>

/** Scripts without spaces between words, where a block can match at any letter. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Returns a value folded for comparison; empty if nothing remains. */
export function foldBlock(kind: Block['kind'], value: string): string {
  if (kind === 'network') return value
  if (kind === 'domain') return asciiDomain(value) ?? ''
  return kind === 'name' ? foldName(value) : foldedWords(foldText(value)).join(' ')
}

/** Returns the blocks that match words of the text, the name, a domain, or the network. */
export function findBlocks(
  blocks: Block[],
  { content, authorName }: Draft,
  networkKeys: string[],
): Block[] {
  const text = foldText(`${authorName}\n${content}`)
  const words = ` ${foldedWords(text).join(' ')} `
  const name = foldName(authorName)
  const domains = findDomains(`${authorName}\n${content}`).map((domain) => `.${domain}`)
  const matchers: Record<Block['kind'], (folded: string) => boolean> = {
    word: (folded) =>
      words.includes(` ${folded} `) || (unspaced.test(folded) && text.includes(folded)),
    name: (folded) => folded === name,
    domain: (folded) => domains.some((domain) => domain.endsWith(`.${folded}`)),
    network: (folded) => networkKeys.includes(folded),
  }
  return blocks.filter(({ kind, folded }) => folded !== '' && matchers[kind](folded))
}
