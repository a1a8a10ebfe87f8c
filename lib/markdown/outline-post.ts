import 'server-only'
import { toString as textOf } from 'mdast-util-to-string'
import { readPostTree } from './render-post-markdown'

/** Words: sequences of letters and digits, with the punctuation that may occur inside a word. */
const words = /[\p{L}\p{M}\p{N}]+(?:['’.][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
/** Scripts without spaces between words. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/**
 * The number of UTF-16 units that are segmented with a dictionary. The word count of a longer text
 * is extrapolated.
 */
const segmentedMax = 10_000

/**
 * Counts the words of a text. Uses Unicode's rules and dictionaries (UAX 29) for scripts without
 * spaces, such as Chinese, Japanese and Thai. Otherwise counts by spaces, which is a hundred times
 * as fast.
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
/** The outline of a post, which its page shows before the text. */
type PostOutline = { headings: Heading[]; words: number; readingMinutes: number }

/** The average silent reading speed in words per minute (Brysbaert, 2019). */
const wordsPerMinute = 238

/**
 * Returns the headings of a post, with the ids that they have on its page, and its reading time.
 * Omits headings in quotes and footnotes.
 *
 * @returns no headings, and the number of words in the source, if the post cannot be rendered
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
  return { headings, words, readingMinutes: Math.max(1, Math.round(words / wordsPerMinute)) }
}
