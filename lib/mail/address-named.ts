import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import type { NamedAddress } from './mail-links'

/**
 * Returns the id of the address row in a link, or of the row that it was merged into when its
 * secret was rotated. NULL if there is none.
 */
export function addressNamed({ id, createdAt }: NamedAddress): Prisma.Sql {
  return Prisma.sql`(SELECT coalesce(named.merged_into_id, named.id) FROM reader_addresses AS named
    WHERE named.id = ${id} AND named.created_at = ${createdAt})`
}
