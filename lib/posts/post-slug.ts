import { truncate } from '@/lib/text/truncate'

/** Code points of a slug that is made from a title: an address is read aloud, and pasted into other people's lines. */
const madeSlugLengthMax = 80

/** What a post without a title is called in its URL. */
const nameless = 'untitled'

/** Latin letters that Unicode does not take apart into a letter and a mark. */
const spelled = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ł: 'l',
    ħ: 'h',
    ı: 'i',
    ŋ: 'n',
  }),
)

/**
 * A slug for a title: in small letters, Latin ones without their marks, words parted by hyphens. Letters and marks of
 * all other scripts stay as they are.
 */
export function slugFromTitle(title: string): string {
  const letters = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłħıŋ]/g, (letter) => spelled.get(letter) ?? letter)
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll(/['’]/g, '')
  const words = letters.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
  const slug = cut(words)
  return slug === '' ? nameless : slug
}

/** As many words as there is room for; of the first one, where it is longer by itself, its beginning. */
function cut(words: string[]): string {
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? truncate(word, madeSlugLengthMax) : `${slug}-${word}`
    if ([...longer].length > madeSlugLengthMax) break
    slug = longer
  }
  return slug
}

/** Whether a slug is the one that a title makes, or that with a number behind it, as `findFreeSlug` makes it. */
export function followsTitle(slug: string, title: string): boolean {
  const made = slugFromTitle(title)
  return slug === made || (slug.startsWith(`${made}-`) && /^\d+$/.test(slug.slice(made.length + 1)))
}
