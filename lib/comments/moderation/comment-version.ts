import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/** Eight digits that change with what there is to judge: the words, and an edit that waits. */
export const commentVersion = Prisma.sql`left(md5(comments.content || chr(1) || coalesce(comments.waiting_content, '')), 8)`
