/**
 * What no part of a path may have as it is: `.` and `..` are steps, `%2E` is a dot to browsers (WHATWG URL, 4.4), and a `%`
 * of its own is decoded twice on its way here. `~25` is the sign itself; so `~` is written the same way.
 */
const unfit = /^\.{1,2}$|[~%]/

const escapeSigns = (text: string) => text.replaceAll(/[~%.]/g, (sign) => `~${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Where the posts of a tag are listed. A tag may be anything but empty: `C++`, `a/b`, `.`, 日本, 100%. */
export function tagPath(tag: string, page = 1): string {
  return `/tags/${encodeURIComponent(unfit.test(tag) ? escapeSigns(tag) : tag)}${page === 1 ? '' : `/page/${page}`}`
}

/** The tag that a part of a path names, as it stands there, encoded; undefined where it names none. */
export function readTag(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll(/~(7E|25|2E)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  } catch {
    return undefined
  }
}

/** Whether a part of a path spells its tag as `tagPath` does: others, such as `~2E` for a dot within a word, lead to the same tag. */
export function isTagPart(part: string, tag: string): boolean {
  return decodeURIComponent(part) === decodeURIComponent(tagPath(tag).slice('/tags/'.length))
}
