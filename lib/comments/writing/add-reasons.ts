import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'

/** Reasons (`jsonb`) with others added to them, none twice: what was once found in a comment is not forgotten. */
export function addReasons(kept: Prisma.Sql, more: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    ${kept} || (SELECT coalesce(jsonb_agg(reason), '[]') FROM jsonb_array_elements(${more}) AS reason WHERE NOT ${kept} @> jsonb_build_array(reason)))`
}
