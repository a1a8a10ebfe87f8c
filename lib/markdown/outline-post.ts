import 'server-only'
import { toString as textOf } from 'mdast-util-to-string'
import { countWords, readingMinutes } from '@/lib/text/count-words'
import { readPostTree } from './render-post-markdown'

export type Heading = { id: string; text: string; level: 2 | 3 }
/** The outline of a post, which its page shows before the text. */
export type PostOutline = { headings: Heading[]; words: number; readingMinutes: number }

/**
 * Returns the headings of a post, with the ids that they have on its page, and its reading time.
 * Omits headings in quotes and footnotes.
 *
 * @param language of the post, BCP 47
 * @returns no headings, and the number of words in the source, if the post cannot be rendered
 */
export async function outlinePost(markdown: string, language: string): Promise<PostOutline> {
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
  return { headings, words, readingMinutes: readingMinutes(words, language) }
}
