/** The check for missing parts before a post is published. Safe to import in a browser. */
import type { EditedPost } from './edited-post'

/** A missing part. Only the title is required. `imageAlt` is the alt text of images in the text. */
export type MissingPart = 'title' | 'content' | 'summary' | 'coverAlt' | 'imageAlt'

/** Returns the missing parts of a post, most important first. */
export function checkPost({
  title,
  content,
  summary,
  cover,
  coverAlt,
}: Pick<EditedPost, 'title' | 'content' | 'summary' | 'cover' | 'coverAlt'>): MissingPart[] {
  const isBlank = (text: string) => text.trim() === ''
  const isMissing: Record<MissingPart, boolean> = {
    title: isBlank(title),
    content: isBlank(content),
    summary: isBlank(summary),
    coverAlt: !isBlank(cover) && isBlank(coverAlt),
    imageAlt: hasImageWithoutAlt(content),
  }
  const parts: MissingPart[] = ['title', 'content', 'summary', 'coverAlt', 'imageAlt']
  return parts.filter((part) => isMissing[part])
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
