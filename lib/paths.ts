import { env } from './env'

/**
 * Where the blog is read, without a slash at its end: for what is read elsewhere and must name whole addresses. Where
 * `SITE_URL` is not set, the address of a blog that its owner tries on his own machine.
 */
export function siteOrigin(): string {
  const { SITE_URL, PORT } = env()
  return SITE_URL ?? `http://localhost:${PORT}`
}

/** Where posts are searched for; with what was typed, what was found. */
export function searchPath(typed = '', page = 1): string {
  const parameters = new URLSearchParams({
    ...(typed !== '' && { q: typed }),
    ...(page > 1 && { page: String(page) }),
  })
  return parameters.size === 0 ? '/search' : `/search?${parameters}`
}

/** The same for scripts. */
export function searchApiPath(typed: string): string {
  return `/api/search?${new URLSearchParams({ q: typed })}`
}

/** Where a comment stands on the page that shows it. */
const commentAnchor = (id: number): string => `comment-${id}`

/** The lasting permalink of a comment: a page that shows it among those it belongs to, wherever else it is shown. */
export function commentPath(slug: string, id: number): string {
  return `${commentPagePath(slug, id)}#${commentAnchor(id)}`
}

/** The comments on the page of a post. */
export function commentsPath(slug: string): string {
  return `${postPath(slug)}#comments`
}

/** Where the author of a comment sees it, changes it and takes it back, without JavaScript. */
export function ownCommentPath(id: number): string {
  return `/comments/${id}`
}

/** Where a reader reports a comment. */
export function reportPath(id: number): string {
  return `/comments/${id}/report`
}

/** Where a report by a plain form leads. */
export function thanksForReportPath(id: number): string {
  return `${reportPath(id)}/thanks`
}

/** The page of one comment and the replies to it; or of those that come after one of them. */
export function commentPagePath(slug: string, id: number, after?: number): string {
  return `${postPath(slug)}/comments/${id}${after === undefined ? '' : `/after/${after}`}`
}

/** A page of a post's threads that follow one of them. Oldest first they begin on the post's own page. */
export function laterThreadsPath(slug: string, after: number): string {
  return `${postPath(slug)}/comments/after/${after}`
}

/** The newest of a post's threads, or those before one of them. */
export function newestThreadsPath(slug: string, before?: number): string {
  return `${postPath(slug)}/comments/${before === undefined ? 'newest' : `before/${before}`}`
}

/** The feed of a post's comments; without a slug, of all comments. */
export function commentFeedPath(slug?: string): string {
  return `${slug === undefined ? '' : postPath(slug)}/comments.xml`
}

/** The feeds of the blog's posts, as they are linked and announced. */
export const postFeeds = [
  { path: '/feed.xml', mediaType: 'application/rss+xml', title: 'RSS' },
  { path: '/atom.xml', mediaType: 'application/atom+xml', title: 'Atom' },
  { path: '/feed.json', mediaType: 'application/feed+json', title: 'JSON Feed' },
] as const

/** The feed of the posts of one tag, as RSS. */
export function tagFeedPath(tag: string): string {
  return `${tagPath(tag)}/feed.xml`
}

/** Where all posts of a year are listed, or those of a month of a crowded one; without either, those of the newest. */
export function archivePath(year?: number, month?: number): string {
  if (year === undefined) return '/archive'
  return month === undefined
    ? `/archive/${year}`
    : `/archive/${year}/${String(month).padStart(2, '0')}`
}

/** The one address of a year: the newest is what the archive shows without one. */
export function pathOfYear({ years }: { years: { year: number }[] }, year: number): string {
  return archivePath(year === years[0]?.year ? undefined : year)
}

/** The one address of a month of the crowded year that is shown: the newest is what the year shows without one. */
export function pathOfMonth(
  archive: { years: { year: number }[]; months: { month: number }[] },
  year: number,
  month: number,
): string {
  return month === archive.months[0]?.month ? pathOfYear(archive, year) : archivePath(year, month)
}

/** The picture that is drawn of a post, for where it is shared. */
function postImagePath(slug: string): string {
  return `${postPath(slug)}/opengraph-image`
}

/** The picture that stands for a post elsewhere, as an absolute URL: its cover or, without one, the drawn one. */
export function sharedImage(
  { slug, cover }: { slug: string; cover: string },
  origin: string,
): string {
  return new URL(cover !== '' && URL.canParse(cover, origin) ? cover : postImagePath(slug), origin)
    .href
}

/** Where a post is read as its author wrote it. */
export function markdownPath(slug: string): string {
  return `${postPath(slug)}.md`
}

/**
 * What no part of a path may have as it is: `.` and `..` are steps, `%2E` is a dot to browsers (WHATWG URL, 4.4), and a `%`
 * of its own is decoded twice on its way here. `~25` is the sign itself; so `~` is written the same way.
 */
const unfit = /^\.{1,2}$|[~%]/

const escapeSigns = (text: string) =>
  text.replaceAll(/[~%.]/g, (sign) => `~${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Where the posts of a tag are listed. A tag may be anything but empty: `C++`, `a/b`, `.`, 日本, 100%. */
export function tagPath(tag: string, page = 1): string {
  return `/tags/${encodeURIComponent(unfit.test(tag) ? escapeSigns(tag) : tag)}${page === 1 ? '' : `/page/${page}`}`
}

/** The tag that a part of a path names, as it stands there, encoded; undefined where it names none. */
export function readTag(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll(/~(7E|25|2E)/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  } catch {
    return undefined
  }
}

/** Whether a part of a path spells its tag as `tagPath` does: others, such as `~2E` for a dot within a word, lead to the same tag. */
export function isTagPart(part: string, tag: string): boolean {
  return decodeURIComponent(part) === decodeURIComponent(tagPath(tag).slice('/tags/'.length))
}

/** Where a post is read. A slug may be of any script. */
export function postPath(slug: string): string {
  return `/posts/${encodeURIComponent(slug)}`
}

/** The paths of the blog's pages, feeds and API endpoints. */
