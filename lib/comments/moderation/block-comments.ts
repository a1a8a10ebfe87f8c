import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { foldBlock } from '@/lib/comments/screening/blocklist'
import { inTransaction, query, queryRows } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { Prisma, type PrismaClient } from '@/lib/generated/prisma/client'
import { errorText } from '@/lib/i18n/error-text'
import { truncate } from '@/lib/text/truncate'
import type { BlockLists, ListedBlock, NewBlocks } from './block'

/**
 * Blocks values on all sites. An existing block gets the new verdict and expiry.
 * @throws AppError `invalid-parameters` for a value without text to compare
 */
async function addBlocks(
  client: Pick<PrismaClient, '$executeRaw'>,
  { staffId }: Actor,
  { kind, values, verdict, days, note = '' }: NewBlocks,
): Promise<void> {
  const blocks = new Map(values.map((value) => [foldBlock(kind, value), value]))
  const empty = blocks.get('')
  if (empty !== undefined)
    throw new AppError(
      'invalid-parameters',
      errorText('block', { value: truncate(empty, 80), kind }),
    )
  await client.$executeRaw`
    INSERT INTO comment_blocks (kind, value, folded, verdict, note, expires_at, staff_id)
    SELECT ${kind}::comment_block_kind, value, folded, ${verdict}::comment_status, ${note},
      now() + ${days}::integer * interval '1 day', ${staffId}
      FROM unnest(${[...blocks.values()]}::text[], ${[...blocks.keys()]}::text[])
        AS blocks (value, folded)
    ON CONFLICT (kind, folded) DO UPDATE
      SET value = excluded.value, verdict = excluded.verdict, expires_at = excluded.expires_at,
        note = excluded.note, staff_id = excluded.staff_id, created_at = now()`
}

/**
 * Updates the permanent blocks of a kind from edited lists: blocks new lines, and unblocks removed
 * ones. A line that was moved to the other list gets its verdict.
 * @throws AppError `unauthorized`, `forbidden`, `invalid-parameters` for a line without text to
 * compare; DatabaseUnavailable
 */
export async function saveBlockLists(
  actor: Actor | undefined,
  { kind, lists }: BlockLists,
): Promise<void> {
  requireRole(actor, 'moderator of all sites')
  const fold = (values: string[]) => values.map((value) => foldBlock(kind, value))
  await inTransaction(async (transaction) => {
    for (const { verdict, shown, values } of lists) {
      const before = new Set(fold(shown))
      const now = new Set(fold(values))
      const removed = [...before].filter((folded) => !now.has(folded))
      await transaction.commentBlock.deleteMany({
        where: { kind, verdict, folded: { in: removed }, expiresAt: null },
      })
      const added = values.filter((value) => !before.has(foldBlock(kind, value)))
      await addBlocks(transaction, actor, { kind, values: added, verdict, days: null })
    }
  })
}

/**
 * Returns the permanent blocks of a kind as entered, in alphabetical order, by verdict.
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function getBlockLists(actor: Actor | undefined, kind: BlockLists['kind']) {
  requireRole(actor, 'moderator of all sites')
  const blocks = await query((client) =>
    client.commentBlock.findMany({
      where: { kind, expiresAt: null },
      select: { value: true, verdict: true },
      orderBy: { folded: 'asc' },
    }),
  )
  const valuesOf = (verdict: string) =>
    blocks.filter((block) => block.verdict === verdict).map(({ value }) => value)
  return { pending: valuesOf('pending'), spam: valuesOf('spam') }
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
  const [comment] = await queryRows<Author>`
    SELECT author_name AS "authorName", network_key AS "networkKey", staff_id AS "staffId"
      FROM comments WHERE id = ${commentId}`
  const value = block.kind === 'name' ? comment?.authorName : comment?.networkKey
  if (!value || comment?.staffId)
    throw new AppError('invalid-parameters', errorText('blockAuthor', { kind: block.kind }))
  const note = `comment ${commentId}`
  await query((client) => addBlocks(client, actor, { ...block, values: [value], note }))
}

/** Removes a block. @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable */
export async function removeBlock(actor: Actor | undefined, id: number): Promise<void> {
  requireRole(actor, 'moderator of all sites')
  await query((client) => client.commentBlock.deleteMany({ where: { id } }))
}

const blocksPerPage = 100

/**
 * Lists the temporary blocks and the blocks of networks, newest first, one page at a time.
 * @param before `next` of the previous page, which is null on the last one
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function listBlocks(actor: Actor | undefined, before?: number) {
  requireRole(actor, 'moderator of all sites')
  const rows = await queryRows<ListedBlock>`
    SELECT comment_blocks.id, kind::text AS kind,
           CASE WHEN kind = 'network' THEN '' ELSE value END AS value, verdict::text AS verdict,
           note, expires_at AS "expiresAt", staff.name AS by
      FROM comment_blocks LEFT JOIN staff ON staff.id = staff_id
     WHERE (expires_at > now() OR expires_at IS NULL AND kind = 'network')
       AND ${before === undefined ? Prisma.sql`true` : Prisma.sql`comment_blocks.id < ${before}`}
     ORDER BY comment_blocks.id DESC
     LIMIT ${blocksPerPage + 1}`
  const blocks = rows.slice(0, blocksPerPage)
  return { blocks, next: rows.length > blocksPerPage ? (blocks.at(-1)?.id ?? null) : null }
}
