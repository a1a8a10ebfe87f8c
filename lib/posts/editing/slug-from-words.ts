import { newSlug, slugLengthMax } from '@/lib/posts/post'
import { truncate } from '@/lib/text/truncate'

/**
 * Returns a slug made from the first given text that yields one: the other blog's slug, the title,
 * or another unique text.
 */
export function slugFromWords(...given: string[]): string {
  for (const words of given) {
    const slug = words
      .normalize('NFC')
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter(Boolean)
      .join('-')
    const short = truncate(slug, slugLengthMax).replace(/-$/, '')
    const { success, data } = newSlug.safeParse(short)
    if (success) return data
  }
  return 'post'
}
