import 'server-only'
import { toString as textOf } from 'mdast-util-to-string'
import { readPostTree } from './render-post-markdown'

/** Letters and digits in a row, with the signs that may stand within a word. */
const words = /[\p{L}\p{M}\p{N}]+(?:['’.][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
/** Scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** What of a text is looked up in dictionaries, in UTF-16 units: of a longer one the rest is taken to be like its beginning. */
const segmentedMax = 10_000

/**
 * How many words a text has, as its readers would count: by Unicode's rules and dictionaries (UAX 29) where words have no
 * spaces between them, as in Chinese, Japanese and Thai. Elsewhere by the spaces, which is a hundred times as fast.
 */
export function countWords(text: string): number {
  let spaced = 0
  const runs: string[] = []
  for (const [word] of text.matchAll(words)) {
    if (unspaced.test(word)) runs.push(word)
    else spaced++
  }
  const run = runs.join(' ')
  let segmented = 0
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(
    run.slice(0, segmentedMax),
  )) {
    if (isWordLike) segmented++
  }
  return spaced + Math.round(segmented * Math.max(1, run.length / segmentedMax))
}

export type Heading = { id: string; text: string; level: 2 | 3 }
/** What a post's page says of its text before one reads it. */
export type PostOutline = { headings: Heading[]; words: number; readingMinutes: number }

/** Silent reading of prose, over many studies (Brysbaert, 2019): 238 words a minute. */
const wordsAMinute = 238

/**
 * The headings of a post, with the ids under which the page has them, and how long it takes to read. Headings within
 * quotes and notes are no parts of the post.
 *
 * @returns of a post that cannot be rendered no headings, and the words of its source
 */
export async function outlinePost(markdown: string): Promise<PostOutline> {
  const root = await readPostTree(markdown)
  const headings = (root?.children ?? []).flatMap((node): Heading[] => {
    if (node.type !== 'element' || (node.tagName !== 'h2' && node.tagName !== 'h3')) return []
    const { id } = node.properties
    const text = textOf(node).trim()
    return typeof id === 'string' && text !== ''
      ? [{ id, text, level: node.tagName === 'h2' ? 2 : 3 }]
      : []
  })
  const words = countWords(root ? textOf(root) : markdown)
  return { headings, words, readingMinutes: Math.max(1, Math.round(words / wordsAMinute)) }
}
