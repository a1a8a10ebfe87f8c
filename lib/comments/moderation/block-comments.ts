import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { foldBlock } from '@/lib/comments/screening/blocklist'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { errorText } from '@/lib/i18n/error-text'
import { truncate } from '@/lib/text/truncate'
import type { BlockKind, ListedBlock, NewBlocks } from './block'

/**
 * Blocks words, names or domains on all sites. An existing block gets the new verdict and expiry.
 * @returns the number of blocks added or changed
 * @throws AppError `unauthorized`, `forbidden`, `invalid-parameters` for an empty value;
 * DatabaseUnavailable
 */
export async function addBlocks(
  actor: Actor | undefined,
  { kind, values, verdict, days, note = '' }: NewBlocks,
): Promise<number> {
  requireRole(actor, 'moderator of all sites')
  const blocks = new Map(values.map((value) => [foldBlock(kind, value), value]))
  const empty = blocks.get('')
  if (empty !== undefined)
    throw new AppError(
      'invalid-parameters',
      errorText('block', { value: truncate(empty, 80), kind }),
    )
  return query(
    (client) => client.$executeRaw`
      INSERT INTO comment_blocks (kind, value, folded, verdict, note, expires_at, staff_id)
      SELECT ${kind}::comment_block_kind, value, folded, ${verdict}::comment_status, ${note},
        now() + ${days}::integer * interval '1 day', ${actor.staffId}
        FROM unnest(${[...blocks.values()]}::text[], ${[...blocks.keys()]}::text[])
          AS blocks (value, folded)
      ON CONFLICT (kind, folded) DO UPDATE
        SET verdict = excluded.verdict, expires_at = excluded.expires_at, note = excluded.note,
          staff_id = excluded.staff_id, created_at = now()`,
  )
}

type Author = { authorName: string; networkKey: string | null; staffId: string | null }

/**
 * Blocks the author of a comment by name or, while it is known, by network.
 * @throws AppError `unauthorized`, `forbidden`, `invalid-parameters` without such a value;
 * DatabaseUnavailable
 */
export async function blockAuthor(
  actor: Actor | undefined,
  commentId: number,
  block: Pick<NewBlocks, 'verdict' | 'days'> & { kind: 'name' | 'network' },
): Promise<void> {
  requireRole(actor, 'moderator of all sites')
  const [comment] = await query(
    (client) => client.$queryRaw<Author[]>`
      SELECT author_name AS "authorName", network_key AS "networkKey", staff_id AS "staffId"
        FROM comments WHERE id = ${commentId}`,
  )
  const value = block.kind === 'name' ? comment?.authorName : comment?.networkKey
  if (!value || comment?.staffId)
    throw new AppError('invalid-parameters', errorText('blockAuthor', { kind: block.kind }))
  await addBlocks(actor, { ...block, values: [value], note: `comment ${commentId}` })
}

/** @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable */
export async function removeBlock(actor: Actor | undefined, id: number): Promise<void> {
  requireRole(actor, 'moderator of all sites')
  await query((client) => client.commentBlock.deleteMany({ where: { id } }))
}

const blocksPerPage = 100

/**
 * Lists the active blocks, newest first, one page at a time.
 * @param before `next` of the previous page
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listBlocks(
  actor: Actor | undefined,
  { kind, before }: { kind?: BlockKind | undefined; before?: number | undefined } = {},
): Promise<{ blocks: ListedBlock[]; next: number | null }> {
  requireRole(actor, 'moderator of all sites')
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
