/**
 * Escapes user-written text for the `title` of a page's metadata. Next.js inserts it into the
 * layout's template with `String.replace`, where patterns such as `$&` are special.
 */
export function documentTitle(text: string): string {
  return text.replaceAll('$', '$$$$')
}
