/** The paths of the blog's pages, feeds and API endpoints. */
import { decodePart, parseUrl } from '@/lib/text/parse-url'

/** Returns a path with query parameters. Removes those that are empty or undefined. */
export function pathWith(
  path: string,
  parameters: Record<string, string | number | undefined>,
): string {
  const { pathname, searchParams } = new URL(path, 'http://own.invalid')
  for (const [name, value] of Object.entries(parameters))
    if (value === undefined || value === '') searchParams.delete(name)
    else searchParams.set(name, String(value))
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}

/** Returns the path of the search page, optionally with a query and a page of its results. */
export const searchPath = (typed = '', page = 1) =>
  pathWith('/search', { q: typed, page: page > 1 ? page : undefined })

export const searchApiPath = (typed: string) => `/api/search?${new URLSearchParams({ q: typed })}`

/**
 * Returns the path of a post, or of a page if that is known. The post path of a page redirects to
 * the page. A slug may be in any script.
 */
export const postPath = (slug: string, isPage = false) =>
  `${isPage ? '' : '/posts'}/${encodeURIComponent(slug)}`

/** Returns the path of a post's Markdown source. */
export const markdownPath = (slug: string) => `${postPath(slug)}.md`

/** Returns the path where the author of a comment can view, edit and delete it, without scripts. */
export const ownCommentPath = (id: number) => `/comments/${id}`

export const reportPath = (id: number) => `/comments/${id}/report`

/** Returns the path of the feed of a post's comments, or of all comments without a slug. */
export const commentFeedPath = (slug?: string) =>
  `${slug === undefined ? '' : postPath(slug)}/comments.xml`

/** The feeds of the blog's posts, to which pages link. */
export const postFeeds = [
  { path: '/feed.xml', mediaType: 'application/rss+xml', title: 'RSS' },
  { path: '/atom.xml', mediaType: 'application/atom+xml', title: 'Atom' },
  { path: '/feed.json', mediaType: 'application/feed+json', title: 'JSON Feed' },
] as const

/** Returns the path of the RSS feed of one tag. */
export const tagFeedPath = (tag: string) => `${tagPath(tag)}/feed.xml`

/** Returns the path of the archive of a year. Without one, the archive shows the newest. */
export function archivePath(year?: number | string): string {
  return year === undefined ? '/archive' : `/archive/${year}`
}

/** Returns the canonical path of a year. The newest year has the path without a year. */
export const pathOfYear = (years: { year: number }[], year: number) =>
  archivePath(year === years[0]?.year ? undefined : year)

/** Returns the absolute URL of a post's image for sharing: its cover, or the generated image. */
export function sharedImage(
  { slug, cover }: { slug: string; cover: string },
  origin: string,
): string {
  const url = cover === '' ? undefined : parseUrl(cover, origin)
  return (url ?? new URL(`${postPath(slug)}/opengraph-image`, origin)).href
}

/**
 * Matches text that a path segment cannot contain. `.` and `..` are relative segments, and browsers
 * treat `%2E` as a dot (WHATWG URL, 4.4). A literal `%` would be decoded twice. `~25` stands for
 * `%`, so `~` must be escaped too.
 */
const needsEscape = /^\.{1,2}$|[~%]/

const escapeSigns = (text: string) =>
  text.replaceAll(/[~%.]/g, (sign) => `~${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Returns the path of a tag's posts. A tag may be any text that is not empty: `C++`, `a/b`, `.`,
 * 日本, 100%.
 */
export function tagPath(tag: string, page = 1): string {
  const path = `/tags/${encodeURIComponent(needsEscape.test(tag) ? escapeSigns(tag) : tag)}`
  return page === 1 ? path : `${path}/page/${page}`
}

/** The maximum length in code points. Longer values cannot be tags, so they cause no query. */
const tagLengthMax = 200

/** Decodes the tag in a path segment; returns undefined if the segment is not valid. */
export function readTag(part: string): string | undefined {
  const tag = decodePart(part)?.replaceAll(/~(7E|25|2E)/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  if (tag === undefined || [...tag].length > tagLengthMax) return undefined
  // PostgreSQL rejects NUL in text.
  return tag.includes('\0') ? undefined : tag
}

/**
 * Returns whether a path segment is the canonical form of its tag. Other forms, such as `~2E` for a
 * dot within a word, lead to the same tag.
 */
export const isTagPart = (part: string, tag: string) =>
  decodeURIComponent(part) === decodeURIComponent(tagPath(tag).slice('/tags/'.length))
