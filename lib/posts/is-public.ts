import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/** Whether a row of `posts` is there for everybody: it is no draft, and its time has come. */
export const isPublic = Prisma.sql`NOT posts.draft AND posts.published_at <= now()`
