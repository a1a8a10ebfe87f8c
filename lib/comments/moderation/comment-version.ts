import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * 32 hexadecimal digits that change with what there is to judge: the words, and an edit that waits. An author writes
 * both, so it is half of a SHA-256: two texts of one version cannot be found. The length keeps the two apart.
 */
export const commentVersion = Prisma.sql`
  left(encode(sha256(convert_to(length(comments.content) || ':' || comments.content || coalesce(':' || comments.waiting_content, ''), 'UTF8')), 'hex'), 32)`
