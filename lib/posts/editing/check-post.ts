/** The check for missing parts before a post is published. Safe to import in a browser. */
import type { EditedPost } from './edited-post'

/**
 * Returns the missing parts of a post, most important first. Only the title is required. `imageAlt`
 * is the alt text of images in the text.
 */
export function checkPost({
  title,
  content,
  summary,
  cover,
  coverAlt,
}: Pick<EditedPost, 'title' | 'content' | 'summary' | 'cover' | 'coverAlt'>) {
  const isBlank = (text: string) => text.trim() === ''
  const parts = [
    isBlank(title) && 'title',
    isBlank(content) && 'content',
    isBlank(summary) && 'summary',
    !isBlank(cover) && isBlank(coverAlt) && 'coverAlt',
    hasImageWithoutAlt(content) && 'imageAlt',
  ] as const
  return parts.filter((part) => part !== false)
}

/** Skips code, in which images are only examples. */
function hasImageWithoutAlt(content: string): boolean {
  let fence = ''
  for (const line of content.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    const outsideCode = line.split('`').filter((_, index) => index % 2 === 0)
    if (fence !== '') fence = mark?.startsWith(fence) ? '' : fence
    else if (mark) fence = mark
    else if (outsideCode.some((text) => /!\[\s*\]\(/.test(text))) return true
  }
  return false
}
