import type { PostDraft } from '@/lib/posts/editing/save-post'
import { isCover, newSlug, postLimits, slugLengthMax } from '@/lib/posts/post'
import { truncate } from '@/lib/text/truncate'

/** Returns a text as one line without control characters. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, (space) => (/\p{Cc}/u.test(space) ? ' ' : space))
    .normalize('NFC')
    .trim()
}

/**
 * Normalises an imported post so that the admin area can save it. Joining lines is not reported;
 * truncated or omitted data is.
 * @returns the post; `lost`, descriptions of the data that could not be kept
 *
 */
export function normalizeImportedPost(post: PostDraft): { post: PostDraft; lost: string[] } {
  const lost: string[] = []
  const cut = (name: string, text: string, lengthMax: number): string => {
    const letters = [...oneLine(text)]
    if (letters.length <= lengthMax) return letters.join('')
    lost.push(
      `the end of its ${name}, which had ${letters.length} characters: ${lengthMax} are kept`,
    )
    return letters.slice(0, lengthMax).join('').trim()
  }
  return {
    post: {
      ...post,
      title: cut('title', post.title, postLimits.titleLengthMax),
      summary: cut('summary', post.summary, postLimits.summaryLengthMax),
      tags: fitTags(post.tags, cut, lost),
      ...fitCover(post, cut, lost),
    },
    lost,
  }
}

function fitTags(
  given: string[],
  cut: (name: string, text: string, lengthMax: number) => string,
  lost: string[],
): string[] {
  const tags = given.map((tag) => {
    const whole = tag.replaceAll(/[\s,]+/g, (space) => (space.includes(',') ? ' ' : space))
    // The admin area separates tags by commas.
    if (whole !== tag)
      lost.push(`the comma of its tag “${oneLine(tag)}”, which is now “${oneLine(whole)}”`)
    return cut(`tag “${truncate(oneLine(whole), 20)}…”`, whole, postLimits.tagLengthMax)
  })
  const kept = [...new Set(tags)].filter((tag) => tag !== '')
  const over = kept.slice(postLimits.tagsMax)
  if (over.length > 0)
    lost.push(
      `${over.length} of its tags, because a post has at most ${postLimits.tagsMax}: ${over.join(', ')}`,
    )
  return kept.slice(0, postLimits.tagsMax)
}

function fitCover(
  { cover, coverAlt }: PostDraft,
  cut: (name: string, text: string, lengthMax: number) => string,
  lost: string[],
): Pick<PostDraft, 'cover' | 'coverAlt'> {
  const address = cover.trim().replaceAll(/\s/g, encodeURIComponent)
  if (isCover(address))
    return {
      cover: address,
      coverAlt: cut('description of the cover', coverAlt, postLimits.coverAltLengthMax),
    }
  if (address !== '')
    lost.push(
      'its cover, which is neither a URL nor a path of this blog: ' +
        `${truncate(oneLine(cover), 200)}`,
    )
  return { cover: '', coverAlt: '' }
}

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
