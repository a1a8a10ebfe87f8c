/**
 * A text of somebody's as the `title` of a page's metadata: Next puts it into the layout's template by
 * `String.replace`, to which `$&` and its like mean something else.
 */
export function documentTitle(text: string): string {
  return text.replaceAll('$', '$$$$')
}
