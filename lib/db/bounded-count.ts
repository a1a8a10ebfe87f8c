import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { countMax } from '@/lib/text/count-max'

/**
 * How many rows a query has, as a value in another one, `countMax + 1` for more than that: a number nobody reads to the end
 * is not counted to the end.
 */
export function boundedCount(rows: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT count(*)::integer FROM (${rows} LIMIT ${countMax + 1}) AS counted)`
}
