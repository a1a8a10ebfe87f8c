import { validationText } from '@/lib/i18n/error-text'
import { Losses, NotAPost } from '@/lib/importers/imported-post'
import type { PostDraft } from '@/lib/importers/write-post'
import { isCover, newSlug, postLimits, type SearchOptions, slugLengthMax } from '@/lib/posts/post'
import { isReservedSegment } from '@/lib/posts/reserved-segments'
import { truncate } from '@/lib/text/truncate'

/** Returns a string as one line without control characters. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, (space) => (/\p{Cc}/u.test(space) ? ' ' : space))
    .normalize('NFC')
    .trim()
}

/**
 * Normalises an imported post so that the admin area can save it. Joining lines and commas in tags,
 * which separate tags in the admin area, are not reported; truncated or omitted data is.
 * @throws NotAPost if the address of a page belongs to another part of the blog
 * @returns the post; `lost`, descriptions of the data that could not be kept
 */
export function normaliseImportedPost(post: PostDraft): { post: PostDraft; lost: string[] } {
  if (post.isPage && isReservedSegment(post.slug))
    throw new NotAPost(validationText('slugReserved'))
  const losses = new Losses()
  const cut = (key: string, text: string, lengthMax: number): string => {
    const letters = [...oneLine(text)]
    if (letters.length <= lengthMax) return letters.join('')
    losses.note('cut', { key, max: lengthMax, text: letters.slice(0, 20).join('') })
    return letters.slice(0, lengthMax).join('').trim()
  }
  const title = cut('title', post.title, postLimits.titleLengthMax)
  const summary = cut('summary', post.summary, postLimits.summaryLengthMax)
  const allTags = post.tags.map((tag) => {
    const parts = tag.split(',').map((part) => part.trim())
    const whole = parts.filter(Boolean).join(' ')
    return cut('tag', whole, postLimits.tagLengthMax)
  })
  const tags = [...new Set(allTags)].filter((tag) => tag !== '')
  const over = tags.splice(postLimits.tagsMax)
  if (over.length > 0) losses.note('tags', { max: postLimits.tagsMax, tags: over.join(', ') })
  const addressOf = (text: string, isValid: (address: string) => boolean): string => {
    const address = text.trim().replaceAll(/\s/g, encodeURIComponent)
    return isValid(address) ? address : ''
  }
  const short = (text: string) => truncate(oneLine(text), 200)
  const cover = addressOf(post.cover, isCover)
  if (!cover && post.cover.trim()) losses.note('cover', { cover: short(post.cover) })
  const coverAlt = cover ? cut('cover_alt', post.coverAlt, postLimits.coverAltLengthMax) : ''
  const options: Partial<SearchOptions> = {}
  const { metaTitle, metaDescription } = post
  if (metaTitle !== undefined)
    options.metaTitle = cut('meta_title', metaTitle, postLimits.titleLengthMax)
  if (metaDescription !== undefined)
    options.metaDescription = cut('meta_description', metaDescription, postLimits.summaryLengthMax)
  for (const [name, isValid] of [
    ['socialImage', isCover],
    ['canonical', (url: string) => isCover(url) && !url.startsWith('/')],
  ] as const) {
    const text = post[name]
    if (text === undefined) continue
    options[name] = addressOf(text, isValid)
    if (!options[name] && text.trim()) losses.note('field', { key: name, value: short(text) })
  }
  return {
    post: { ...post, title, summary, tags, cover, coverAlt, ...options },
    lost: losses.list(),
  }
}

/**
 * Returns a slug made from the first given text that yields one: the other blog's slug, the title,
 * or another unique text.
 */
export function slugFromTexts(...given: string[]): string {
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
