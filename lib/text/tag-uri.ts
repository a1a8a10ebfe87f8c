/** A tag URI (RFC 4151) under the blog's own name: a permanent id, wherever the named thing is read. */
export function tagUri(origin: string, name: string): string {
  return encodeURI(`tag:${new URL(origin).hostname},2025-10-20:${name}`)
}
