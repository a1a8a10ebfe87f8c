/** A tag URI (RFC 4151) under the blog's own name: it names the same thing for ever, wherever that is read. */
export function lastingId(origin: string | undefined, name: string): string {
  const authority = origin ? new URL(origin).hostname : 'localhost'
  return encodeURI(`tag:${authority},2025-10-20:${name}`)
}
