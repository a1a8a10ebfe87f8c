import { notFound } from 'next/navigation'
import { readTag } from '@/lib/paths'

/** Code points: no tag has more, and no query is asked for one that has. */
const tagLengthMax = 200

/** The tag that a part of the address names. */
export function readTagPart(part: string): string {
  const tag = readTag(part)
  return tag !== undefined && [...tag].length <= tagLengthMax ? tag : notFound()
}
