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

/**
 * Compiled blocks. `find` checks a comment against thousands of them in one pass over its words.
 */
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
  const phrases = groupByStart(
    of('word').filter(({ folded }) => !unspaced.test(folded)),
    (folded) => folded.split(' ', 1)[0] ?? '',
  )
  const runs = groupByStart(
    of('word').filter(({ folded }) => unspaced.test(folded)),
    (folded) => String.fromCodePoint(folded.codePointAt(0) ?? 0),
  )

  return {
    find: ({ content, authorName }, networkKeys, now) => {
      const folded = foldText(`${authorName}\n${content}`)
      const matches = [
        ...networkKeys.map((key) => networks.get(key)),
        names.size > 0 ? names.get(foldName(authorName)) : undefined,
        ...(domains.size > 0
          ? findDomains(`${authorName}\n${content}`).map((domain) => findDomain(domains, domain))
          : []),
        ...(phrases.size > 0 ? findPhrases(phrases, foldedWords(folded)) : []),
        ...(runs.size > 0 ? findRuns(runs, folded) : []),
      ]
      return matches
        .filter((block) => block !== undefined)
        .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    },
  }
}

function groupByStart(blocks: Block[], startOf: (folded: string) => string): Map<string, Block[]> {
  const groups = new Map<string, Block[]>()
  for (const block of blocks) {
    const start = startOf(block.folded)
    groups.set(start, [...(groups.get(start) ?? []), block])
  }
  return groups
}

/** Returns the block of a domain or of one of its parent domains. */
function findDomain(domains: Map<string, Block>, domain: string): Block | undefined {
  for (let rest = domain; rest !== ''; rest = rest.slice(rest.indexOf('.') + 1)) {
    const block = domains.get(rest)
    if (block || !rest.includes('.')) return block
  }
  return undefined
}

function findPhrases(phrases: Map<string, Block[]>, words: string[]): Block[] {
  return words.flatMap((word, at) =>
    (phrases.get(word) ?? []).filter(({ folded }) =>
      folded.split(' ').every((part, offset) => words[at + offset] === part),
    ),
  )
}

function findRuns(runs: Map<string, Block[]>, folded: string): Block[] {
  const found = new Set<Block>()
  for (let at = 0; at < folded.length; ) {
    const letter = String.fromCodePoint(folded.codePointAt(at) ?? 0)
    for (const block of runs.get(letter) ?? [])
      if (folded.startsWith(block.folded, at)) found.add(block)
    at += letter.length
  }
  return [...found]
}
