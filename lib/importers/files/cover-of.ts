import type { FrontMatter } from './front-matter'

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/**
 * The picture above a post, as front matter names it: `cover` and `cover_alt`, or both in one (`cover: { image, alt }`, as Hugo's themes have it).
 * @returns as it is written; empty texts where there is none. A path beside the file is none: nothing serves it
 */
export function coverOf({ cover, cover_alt }: Pick<FrontMatter, 'cover' | 'cover_alt'>): { cover: string; coverAlt: string } {
  const isObject = typeof cover === 'object' && cover !== null
  const address = textOf(isObject && 'image' in cover ? cover.image : cover)
  const alt = textOf(cover_alt) || textOf(isObject && 'alt' in cover ? cover.alt : '')
  return /^(?:https?:\/)?\//i.test(address) ? { cover: address, coverAlt: alt } : { cover: '', coverAlt: '' }
}
