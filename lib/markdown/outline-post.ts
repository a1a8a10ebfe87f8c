import 'server-only'
import { toString as textOf } from 'mdast-util-to-string'
import { countWords } from './count-words'
import { readPostTree } from './render-post-markdown'

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
    return typeof id === 'string' && text !== '' ? [{ id, text, level: node.tagName === 'h2' ? 2 : 3 }] : []
  })
  const words = countWords(root ? textOf(root) : markdown)
  return { headings, words, readingMinutes: Math.max(1, Math.round(words / wordsAMinute)) }
}
