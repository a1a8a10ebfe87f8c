import { foldedWords, foldName, foldText } from '@/lib/text/fold-text'
import type { Draft, Verdict } from './draft'
import { asciiDomain, findDomains } from './find-links'

/** A blocked word, name, domain or network, as stored in the table. */
export type Block = {
  kind: 'word' | 'name' | 'domain' | 'network'
  value: string
  folded: string
  verdict: Exclude<Verdict, 'published'>
  expiresAt: Date | null
}

/** Compiled blocks. `find` returns those that match a comment. */
export type Blocklist = { find: (comment: Draft, networkKeys: string[], now: Date) => Block[] }

/** Scripts without spaces between words, where a block can match at any letter. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Returns the form of a value that is compared; empty if nothing of it is left. */
export function foldBlock(kind: Block['kind'], value: string): string {
  if (kind === 'network') return value
  if (kind === 'domain') return asciiDomain(value) ?? ''
  return kind === 'name' ? foldName(value) : foldedWords(foldText(value)).join(' ')
}

/**
 * Compiles blocks in any order. A value of several words is a phrase and matches consecutive words.
 */
export function compileBlocklist(blocks: Block[]): Blocklist {
  const of = (kind: Block['kind']) =>
    blocks.filter((block) => block.kind === kind && block.folded !== '')
  const exact = (kind: Block['kind']) => new Map(of(kind).map((block) => [block.folded, block]))
  const [names, domains, networks] = [exact('name'), exact('domain'), exact('network')]
  const phrases = exact('word')
  const lengths = [...new Set([...phrases.keys()].map((folded) => folded.split(' ').length))]
  const unspacedWords = of('word').filter(({ folded }) => unspaced.test(folded))

  return {
    find: ({ content, authorName }, networkKeys, now) => {
      const text = foldText(`${authorName}\n${content}`)
      const words = foldedWords(text)
      const matches = [
        ...networkKeys.map((key) => networks.get(key)),
        names.get(foldName(authorName)),
        ...findDomains(`${authorName}\n${content}`).map((domain) => findDomain(domains, domain)),
        ...words.flatMap((_, at) =>
          lengths.map((length) => phrases.get(words.slice(at, at + length).join(' '))),
        ),
        ...(unspaced.test(text) ? unspacedWords.filter(({ folded }) => text.includes(folded)) : []),
      ]
      return [...new Set(matches)]
        .filter((block) => block !== undefined)
        .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    },
  }
}

/** Returns the block of a domain or of one of its parent domains. */
function findDomain(domains: Map<string, Block>, domain: string): Block | undefined {
  for (let rest = domain; rest !== ''; rest = rest.slice(rest.indexOf('.') + 1)) {
    const block = domains.get(rest)
    if (block || !rest.includes('.')) return block
  }
  return undefined
}
