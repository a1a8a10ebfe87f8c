import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/**
 * Returns reasons (`jsonb`) with others added, without duplicates. Earlier findings about a comment
 * are kept.
 */
export function addReasons(kept: Prisma.Sql, more: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    ${kept} || (SELECT coalesce(jsonb_agg(reason), '[]')
      FROM jsonb_array_elements(${more}) AS reason WHERE NOT ${kept} @> jsonb_build_array(reason)))`
}
