import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/** How many posts are public, as a value in a query: the sum that the database keeps, less the posts whose time has not come, as in list-tags.ts. */
export const publicCount = Prisma.sql`
  (SELECT posts - (SELECT count(*)::integer FROM posts WHERE NOT draft AND published_at > now()) FROM post_counts WHERE NOT draft)`
