import { parseUrl } from '@/lib/text/parse-url'
/**
 * Rules for a post's metadata from the admin area, a file or another blog. Safe to import in a
 * browser.
 */

/** Lengths in code points, and the number of tags. */
export const postLimits = {
  titleLengthMax: 300,
  summaryLengthMax: 1_000,
  tagLengthMax: 60,
  tagsMax: 30,
  coverLengthMax: 2_048,
  coverAltLengthMax: 500,
}

/**
 * Returns whether a cover can be shown: a URL or a path of this blog. Browsers treat `/\` as `//`,
 * which is another host.
 */
export function isCover(text: string): boolean {
  if ([...text].length > postLimits.coverLengthMax || /\p{Cc}/u.test(text)) return false
  return (
    /^\/(?![/\\])\S*$/.test(text) ||
    (/^https?:\/\/\S+$/i.test(text) && parseUrl(text) !== undefined)
  )
}
