/** Returns a tag URI (RFC 4151) under the blog's host: a permanent id, independent of the URL. */
export function tagUri(origin: string, name: string): string {
  return encodeURI(`tag:${new URL(origin).hostname},2025-10-20:${name}`)
}
