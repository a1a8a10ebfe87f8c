import type { FrontMatter } from './front-matter'

/** Whether a cover can be shown: on the web, or a path of this blog. A path beside the file is neither. */
export function isCover(address: string): boolean {
  return /^https?:\/\//i.test(address) ? URL.canParse(address) : /^\/(?!\/)/.test(address)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/**
 * The picture above a post, as front matter names it: `cover` and `cover_alt`, or both in one (`cover: { image, alt }`, as Hugo's themes have it).
 * @returns empty texts where there is none that can be shown
 */
export function coverOf({ cover, cover_alt }: Pick<FrontMatter, 'cover' | 'cover_alt'>): { cover: string; coverAlt: string } {
  const isObject = typeof cover === 'object' && cover !== null
  const address = textOf(isObject && 'image' in cover ? cover.image : cover)
  const alt = textOf(cover_alt) || textOf(isObject && 'alt' in cover ? cover.alt : '')
  return isCover(address) ? { cover: address, coverAlt: alt } : { cover: '', coverAlt: '' }
}
