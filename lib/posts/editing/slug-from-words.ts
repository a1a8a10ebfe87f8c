import { newSlug, slugLengthMax } from '@/lib/posts/post'
import { truncate } from '@/lib/text/truncate'

/** The slug that another blog gave, or one made of the title, or of what else tells a post from all others. */
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
