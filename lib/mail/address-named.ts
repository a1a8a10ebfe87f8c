import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import type { NamedAddress } from './mail-links'

/**
 * The id of the row that a link is about: the one it names, or the one which that became part of when its secret was
 * rotated out. NULL where there is none.
 */
export function addressNamed({ id, createdAt }: NamedAddress): Prisma.Sql {
  return Prisma.sql`(SELECT coalesce(named.merged_into_id, named.id) FROM reader_addresses AS named WHERE named.id = ${id} AND named.created_at = ${createdAt})`
}
