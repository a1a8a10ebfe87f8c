/** What the words about a post may be, whether they come from the admin area, a file or another blog. Safe to import in a browser. */

/** In code points, and tags in number. */
export const postLimits = {
  titleLengthMax: 300,
  summaryLengthMax: 1_000,
  tagLengthMax: 60,
  tagsMax: 30,
  coverLengthMax: 2_048,
  coverAltLengthMax: 500,
}

/** Whether a cover can be shown: an address on the web, or a path of this blog. A browser takes `/\` for `//`, another host. */
export function isCover(text: string): boolean {
  if ([...text].length > postLimits.coverLengthMax || /\p{Cc}/u.test(text)) return false
  return /^\/(?![/\\])\S*$/.test(text) || (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text))
}
