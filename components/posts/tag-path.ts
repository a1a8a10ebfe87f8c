/** What no path may have as one of its parts: browsers take `.` and `..` for steps, and `%2E` for a dot (WHATWG URL, 4.4). */
const dots = /^~*\.{1,2}$/

/** Where the posts of a tag are listed. A tag may be anything but empty: `C++`, `a/b`, `.`, 日本. */
export function tagPath(tag: string, page = 1): string {
  return `/tags/${encodeURIComponent(dots.test(tag) ? `~${tag}` : tag)}${page === 1 ? '' : `/page/${page}`}`
}

/** The tag that a part of a path names, as it stands there, encoded; undefined where it names none. */
export function readTag(part: string): string | undefined {
  try {
    const tag = decodeURIComponent(part)
    return tag.startsWith('~') && dots.test(tag) ? tag.slice(1) : tag
  } catch {
    return undefined
  }
}
