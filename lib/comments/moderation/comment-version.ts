import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Version of the text to be judged, including a pending edit: 32 hexadecimal digits of a SHA-256.
 * Authors control both texts; 128 bits make it infeasible to find a text with a given version. The
 * length prefix separates the two texts.
 */
export const commentVersion = Prisma.sql`
  left(encode(sha256(convert_to(
    length(comments.content) || ':' || comments.content
      || coalesce(':' || comments.waiting_content, ''),
    'UTF8'
  )), 'hex'), 32)`
