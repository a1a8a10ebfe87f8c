import { createHash } from 'node:crypto'

/** Returns a weak entity tag (RFC 9110, 8.8.1): the bytes depend on the content encoding. */
export function weakEtag(body: string | Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`
}

/** Returns whether `If-None-Match` matches an entity tag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return (ifNoneMatch ?? '')
    .split(',')
    .some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}
