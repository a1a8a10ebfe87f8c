import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { countMax } from '@/lib/text/count-max'

/**
 * Returns SQL for the number of rows of a query, `countMax + 1` if there are more. The limit bounds
 * the cost of counting.
 */
export function boundedCount(rows: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT count(*)::integer FROM (${rows} LIMIT ${countMax + 1}) AS counted)`
}
