import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/** The condition for a public row of `posts`: it is not a draft, and its time has passed. */
export const isPublic = Prisma.sql`NOT posts.draft AND posts.published_at <= now()`

/** The condition for a public row of `posts` in lists of posts, which exclude pages. */
export const isListed = Prisma.sql`${isPublic} AND NOT posts.is_page`
