/** Where a post is read. A slug may be of any script. */
export function postPath(slug: string): string {
  return `/posts/${encodeURIComponent(slug)}`
}
