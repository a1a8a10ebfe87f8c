import { foldedWords, foldName, foldText } from '@/lib/text/fold-text'
import type { Draft, Verdict } from './draft'
import { asciiDomain, findDomains } from './find-links'

/** One thing that is not wanted in comments, as it stands in the table. */
export type Block = {
  kind: 'word' | 'name' | 'domain' | 'network'
  value: string
  folded: string
  verdict: Exclude<Verdict, 'published'>
  expiresAt: Date | null
}

/** All blocks, laid out so that a comment is held against thousands of them in one pass over its words. */
export type Blocklist = { find: (comment: Draft, networkKeys: string[], now: Date) => Block[] }

/** Scripts that put no space between words: there a block is looked for at every letter. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** What is compared of a block's value; empty for a value of which nothing would be left. */
export function foldBlock(kind: Block['kind'], value: string): string {
  if (kind === 'network') return value
  if (kind === 'domain') return asciiDomain(value) ?? ''
  return kind === 'name' ? foldName(value) : foldedWords(foldText(value)).join(' ')
}

/** Compiles blocks; they may be in any order. A word of several words is a phrase: it is met where they follow each other. */
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
      const met = [
        ...networkKeys.map((key) => networks.get(key)),
        names.size > 0 ? names.get(foldName(authorName)) : undefined,
        ...(domains.size > 0
          ? findDomains(`${authorName}\n${content}`).map((domain) => findDomain(domains, domain))
          : []),
        ...(phrases.size > 0 ? findPhrases(phrases, foldedWords(folded)) : []),
        ...(runs.size > 0 ? findRuns(runs, folded) : []),
      ]
      return met
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

/** The block of a domain, or of one that it is under. */
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
