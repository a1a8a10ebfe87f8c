import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import type { BlockKind, ListedBlock } from './block'

const blocksPerPage = 100

/**
 * Lists the active blocks, newest first, one page at a time.
 * @param before `next` of the previous page
 * @throws AppError `unauthorized`; DatabaseUnavailable
 */
export async function listBlocks(
  actor: Actor | undefined,
  { kind, before }: { kind?: BlockKind | undefined; before?: number | undefined } = {},
): Promise<{ blocks: ListedBlock[]; next: number | null }> {
  requireRole(actor, 'moderator')
  const ofKind =
    kind === undefined ? Prisma.sql`true` : Prisma.sql`kind = ${kind}::comment_block_kind`
  const rows = await query(
    (client) => client.$queryRaw<ListedBlock[]>`
      SELECT comment_blocks.id, kind::text AS kind, CASE WHEN kind = 'network' THEN ''
        ELSE value END AS value, verdict::text AS verdict, note,
             expires_at AS "expiresAt", comment_blocks.created_at AS "createdAt", staff.name AS by
        FROM comment_blocks LEFT JOIN staff ON staff.id = staff_id
       WHERE (expires_at IS NULL OR expires_at > now())
         AND ${ofKind}
         AND ${before === undefined ? Prisma.sql`true` : Prisma.sql`comment_blocks.id < ${before}`}
       ORDER BY comment_blocks.id DESC
       LIMIT ${blocksPerPage + 1}`,
  )
  const blocks = rows.slice(0, blocksPerPage)
  return { blocks, next: rows.length > blocksPerPage ? (blocks.at(-1)?.id ?? null) : null }
}
