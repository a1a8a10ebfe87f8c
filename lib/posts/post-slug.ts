import { truncate } from '@/lib/text/truncate'

/** Maximum length in code points of a slug made from a title, so that URLs stay easy to share. */
const generatedSlugLengthMax = 80

/** The slug of a post without a title. */
const untitledSlug = 'untitled'

/** Latin letters that Unicode does not decompose. */
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
 * Creates a slug from a title: lower case, Latin letters without marks, and words separated by
 * hyphens. Letters and marks of other scripts are unchanged.
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
  return slug === '' ? untitledSlug : slug
}

/** Joins as many words as fit. If the first word is too long, it is truncated. */
function cut(words: string[]): string {
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? truncate(word, generatedSlugLengthMax) : `${slug}-${word}`
    if ([...longer].length > generatedSlugLengthMax) break
    slug = longer
  }
  return slug
}

/** Returns whether a title results in this slug, possibly with a number (`findFreeSlug`). */
export function followsTitle(slug: string, title: string): boolean {
  const base = slugFromTitle(title)
  return slug === base || (slug.startsWith(`${base}-`) && /^\d+$/.test(slug.slice(base.length + 1)))
}

/**
 * Corrects a slug that is being typed: separates words with hyphens and removes other characters.
 * @param isComplete removes a trailing separator, to which more could be typed
 */
export function correctSlug(text: string, isComplete: boolean): string {
  const corrected = text
    .normalize('NFC')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}_.]+/gu, '-')
    .replaceAll(/([-_.])[-_.]+/g, '$1')
    .replace(/^[-_.]+/, '')
  return isComplete ? corrected.replace(/[-_.]$/, '').replace(/\.md$/i, '') : corrected
}
