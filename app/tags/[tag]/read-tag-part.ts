import { notFound } from 'next/navigation'
import { readTag } from '@/lib/paths'

/** Code points. Longer values cannot be tags, so they cause no query. */
const tagLengthMax = 200

/** Returns the tag that a path segment names. */
export function readTagPart(part: string): string {
  const tag = readTag(part)
  return tag !== undefined && [...tag].length <= tagLengthMax ? tag : notFound()
}
