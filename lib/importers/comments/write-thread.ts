import 'server-only'
import { textHash } from '@/lib/comments/screening/text-hash'
import { query, violates } from '@/lib/db/client'
import type { Prisma } from '@/lib/generated/prisma/client'
import { addressHashes, encryptAddress } from '@/lib/mail/reader-address'
import type { ArrangedComment } from './arrange-thread'
import type { ImportTarget } from './match-pages'
import type { SourceStatus } from './source-record'

/** Transaction timeout, long enough for a thread with thousands of comments. */
const timeoutMs = 10 * 60_000

/** Rows per statement. */
const rowsAtOnce = 500

/** A thread with its comments, ready to be stored. */
export type ThreadToWrite = {
  target: ImportTarget
  title: string
  isClosed: boolean
  comments: readonly ArrangedComment[]
}

export type WriteOptions = {
  format: string
  importId: number
  /** Returns the id of the staff member who wrote a comment, or null for a reader. */
  staffOf: (comment: ArrangedComment) => string | null
  /** Returns the status of a comment that is published at the source, with reasons. */
  screen?: (
    comment: ArrangedComment,
    slug: string,
  ) => Promise<{ status: SourceStatus; screening: unknown[] }>
}

/** The numbers of comments that were added, changed and unchanged. */
export type WrittenThread = { added: number; changed: number; unchanged: number; isNew: boolean }

/** An earlier import of a comment. `commentId` is null if the comment was deleted here for good. */
type Known = { commentId: number | null; sourceHash: string }

/**
 * Stores a thread in one transaction: adds the comments that are not here yet, and updates those
 * that changed at the source and were not changed here. Sends no mails or webhooks.
 * @throws DatabaseUnavailable
 */
export async function writeThread(
  thread: ThreadToWrite,
  options: WriteOptions,
): Promise<WrittenThread> {
  const write = (asTopLevel: boolean) =>
    query((client) =>
      client.$transaction((transaction) => writeIn(transaction, thread, options, asTopLevel), {
        timeout: timeoutMs,
      }),
    )
  try {
    return await write(false)
  } catch (error) {
    // The thread is full because of replies written here.
    if (violates(error, 'comments_published_replies_check')) return write(true)
    throw error
  }
}

/**
 * Returns what `writeThread` would return, without writing.
 * @throws DatabaseUnavailable
 */
export async function checkThread(
  { target, comments }: ThreadToWrite,
  { format }: WriteOptions,
): Promise<WrittenThread> {
  const thread = await query((client) =>
    client.thread.findUnique({ where: { slug: target.slug }, select: { id: true } }),
  )
  const known = thread ? await query((client) => readKnown(client, thread.id)) : new Map()
  const counts = { added: 0, changed: 0, unchanged: 0, isNew: !thread }
  for (const comment of comments) {
    const earlier: Known | undefined = known.get(`${format}:${comment.sourceId}`)
    if (!earlier) counts.added++
    else if (isChanged(earlier, comment)) counts.changed++
    else counts.unchanged++
  }
  return counts
}

/** Imports by earlier versions stored no hash. */
const isChanged = ({ commentId, sourceHash }: Known, { hash }: ArrangedComment): boolean =>
  commentId !== null && sourceHash !== '' && sourceHash !== hash

async function writeIn(
  transaction: Prisma.TransactionClient,
  { target, title, isClosed, comments }: ThreadToWrite,
  options: WriteOptions,
  asTopLevel: boolean,
): Promise<WrittenThread> {
  await transaction.$executeRaw`SELECT set_config('afterword.import', 'on', true)`
  const { id: threadId, isNew } = await provideThread(transaction, target, title, options.importId)
  const known = await readKnown(transaction, threadId)
  const keyOf = (sourceId: string) => `${options.format}:${sourceId}`
  const fresh = comments.filter(({ sourceId }) => !known.has(keyOf(sourceId)))
  const isFirst = ![...known.keys()].some((key) => key.startsWith(`${options.format}:`))
  if (isClosed && isFirst) await closeThread(transaction, threadId)
  const changed = await updateChanged(transaction, comments, known, keyOf)
  const ids = await takeIds(transaction, fresh)
  const idOf = (sourceId: string | undefined): number | null =>
    sourceId === undefined
      ? null
      : (ids.get(sourceId) ?? known.get(keyOf(sourceId))?.commentId ?? null)
  const addresses = await provideAddresses(transaction, fresh)
  for (let start = 0; start < fresh.length; start += rowsAtOnce) {
    const batch = fresh.slice(start, start + rowsAtOnce)
    const rows = await Promise.all(
      batch.map(async (comment) => {
        const isScreened = options.screen && comment.status === 'published'
        const verdict = isScreened ? await options.screen?.(comment, target.slug) : undefined
        return {
          id: idOf(comment.sourceId),
          parent_id: asTopLevel ? null : idOf(comment.parent),
          answered_id: asTopLevel ? null : idOf(comment.replyTo),
          address_id: addresses.get(comment.authorEmail ?? '') ?? null,
          staff_id: options.staffOf(comment),
          source_id: keyOf(comment.sourceId),
          ...columnsOf(comment),
          ...verdict,
        }
      }),
    )
    await insertRows(transaction, threadId, options.importId, rows)
  }
  await pinFirst(transaction, threadId, fresh, idOf)
  const unchanged = comments.length - fresh.length - changed
  return { added: fresh.length, changed, unchanged, isNew }
}

function columnsOf({ source: { own }, votes, ...comment }: ArrangedComment) {
  return {
    status: comment.status,
    author_name: comment.authorName,
    content: comment.content,
    text_hash: textHash(comment.content),
    created_at: comment.createdAt,
    edited_at: comment.editedAt ?? null,
    votes_up: votes.up,
    votes_down: votes.down,
    source_hash: comment.hash,
    anchor: comment.anchor,
    verified_at: own?.verifiedAt ?? null,
    edited_by: own?.editedBy ?? null,
    waiting_content: own?.waitingContent ?? null,
    waiting_since: own?.waitingSince ?? null,
    screening: own?.screening ?? [],
    waiting_screening: own?.waitingScreening ?? [],
    sources: own?.sources ?? [],
  }
}

/** Locks and returns the thread of a slug, and adds it if it does not exist. */
async function provideThread(
  transaction: Prisma.TransactionClient,
  { slug, url, siteHost, own }: ImportTarget,
  title: string,
  importId: number,
): Promise<{ id: number; isNew: boolean }> {
  const siteId = siteHost === '' ? null : await provideSite(transaction, siteHost, own?.site)
  const added = await transaction.$queryRaw<{ id: number }[]>`
    INSERT INTO threads (site_id, slug, url, title, import_id, created_at)
    SELECT ${siteId}::integer, ${slug}, ${siteId === null ? '' : url}, ${title}, ${importId},
           ${own?.createdAt ?? new Date()}
     WHERE NOT EXISTS (SELECT 1 FROM threads WHERE slug = ${slug})
    ON CONFLICT (slug) DO NOTHING RETURNING id`
  const [thread] = await transaction.$queryRaw<{ id: number }[]>`
    SELECT id FROM threads WHERE slug = ${slug} FOR NO KEY UPDATE`
  if (!thread) throw new Error(`no thread for ${slug}`)
  if (own && own.aliases.length > 0)
    await transaction.threadAlias.createMany({
      data: own.aliases.map((alias) => ({ slug: alias, threadId: thread.id })),
      skipDuplicates: true,
    })
  return { id: thread.id, isNew: added.length > 0 }
}

/** Returns the site of a host, and adds it if it does not exist. */
async function provideSite(
  transaction: Prisma.TransactionClient,
  host: string,
  own: { name: string; origins: string[]; language: string } | null | undefined,
): Promise<number> {
  // Concurrent imports take turns.
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('add a site'))`
  const known = await transaction.siteHost.findUnique({ where: { host } })
  if (known) return known.siteId
  const { name, origins, language } = own ?? {
    name: host,
    origins: [`https://${host}`],
    language: 'en',
  }
  const { id } = await transaction.site.create({
    data: { name, origins, language },
    select: { id: true },
  })
  const hosts = new Set([host, ...origins.map((origin) => new URL(origin).host)])
  await transaction.siteHost.createMany({
    data: [...hosts].map((other) => ({ host: other, siteId: id })),
    skipDuplicates: true,
  })
  return id
}

async function closeThread(transaction: Prisma.TransactionClient, id: number): Promise<void> {
  await transaction.$executeRaw`UPDATE posts SET comments_closed = true WHERE id = ${id}`
  await transaction.$executeRaw`UPDATE threads SET closed = true WHERE id = ${id}`
}

async function readKnown(
  transaction: Pick<Prisma.TransactionClient, 'importedComment'>,
  postId: number,
): Promise<Map<string, Known>> {
  const rows = await transaction.importedComment.findMany({
    where: { postId },
    select: { sourceId: true, commentId: true, sourceHash: true },
  })
  return new Map(rows.map(({ sourceId, ...row }) => [sourceId, row]))
}

/**
 * Updates comments that changed at the source. The text of a comment that was edited here, and the
 * status of one that was moderated here, stay as they are.
 */
async function updateChanged(
  transaction: Prisma.TransactionClient,
  comments: readonly ArrangedComment[],
  known: ReadonlyMap<string, Known>,
  keyOf: (sourceId: string) => string,
): Promise<number> {
  let count = 0
  for (const comment of comments) {
    const earlier = known.get(keyOf(comment.sourceId))
    if (!earlier || !isChanged(earlier, comment)) continue
    const [before = ''] = earlier.sourceHash.split('.')
    const isDeleted = comment.status === 'deleted'
    count += await transaction.$executeRaw`
      UPDATE comments SET content = ${comment.content}, author_name = ${comment.authorName},
        text_hash = ${textHash(comment.content)}, edited_at = ${comment.editedAt ?? null},
        votes_up = ${comment.votes.up}, votes_down = ${comment.votes.down},
        address_id = CASE WHEN ${isDeleted} THEN NULL ELSE address_id END,
        status = CASE WHEN status = ${before}::comment_status
          THEN ${comment.status}::comment_status ELSE status END
       WHERE id = ${earlier.commentId} AND status <> 'deleted' AND edited_by IS NULL
         AND NOT EXISTS (SELECT 1 FROM comment_edits WHERE comment_id = comments.id)`
    await transaction.$executeRaw`
      UPDATE imported_comments SET source_hash = ${comment.hash}
       WHERE comment_id = ${earlier.commentId} AND source_id = ${keyOf(comment.sourceId)}`
  }
  return count
}

/** Reserves ids. Comments of another Afterword instance keep their ids if these are free. */
async function takeIds(
  transaction: Prisma.TransactionClient,
  comments: readonly ArrangedComment[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const wanted = comments.flatMap(({ source, sourceId }) => (source.own ? Number(sourceId) : []))
  if (wanted.length > 0) {
    const taken = await transaction.$queryRaw<{ id: number }[]>`
      SELECT id FROM comments WHERE id = ANY(${wanted}::integer[])`
    const isTaken = new Set(taken.map(({ id }) => id))
    for (const { source, sourceId } of comments)
      if (source.own && !isTaken.has(Number(sourceId))) ids.set(sourceId, Number(sourceId))
  }
  const others = comments.filter(({ sourceId }) => !ids.has(sourceId))
  const rows = await transaction.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence('comments', 'id'))::integer AS id
      FROM generate_series(1, ${others.length})`
  others.forEach(({ sourceId }, index) => {
    const row = rows[index]
    if (row) ids.set(sourceId, row.id)
  })
  return ids
}

/** Stores e-mail addresses as unconfirmed, so that they get no mail, and returns their ids. */
async function provideAddresses(
  transaction: Prisma.TransactionClient,
  comments: readonly ArrangedComment[],
): Promise<Map<string, number>> {
  const emails = [...new Set(comments.flatMap(({ authorEmail }) => authorEmail ?? []))]
  const ids = new Map<string, number>()
  for (let start = 0; start < emails.length; start += rowsAtOnce) {
    const batch = emails.slice(start, start + rowsAtOnce)
    const hashes = batch.map((email) => addressHashes(email))
    const known = await transaction.readerAddress.findMany({
      where: { hash: { in: hashes.flat() } },
      select: { id: true, hash: true },
    })
    const idByHash = new Map(known.map(({ id, hash }) => [hash, id]))
    const missing = batch.filter((_, index) => !hashes[index]?.some((hash) => idByHash.has(hash)))
    const added = await transaction.readerAddress.createManyAndReturn({
      data: missing.map((email) => encryptAddress(email)),
      skipDuplicates: true,
      select: { id: true, hash: true },
    })
    for (const { id, hash } of added) idByHash.set(hash, id)
    batch.forEach((email, index) => {
      const id = hashes[index]?.map((hash) => idByHash.get(hash)).find((found) => found)
      if (id !== undefined) ids.set(email, id)
    })
  }
  return ids
}

type Row = ReturnType<typeof columnsOf> & {
  id: number | null
  parent_id: number | null
  source_id: string
}

/**
 * Inserts comments in their order, so that the trigger finds the parent of each, and then the rows
 * that identify them.
 */
async function insertRows(
  transaction: Prisma.TransactionClient,
  threadId: number,
  importId: number,
  rows: readonly Row[],
): Promise<void> {
  const json = JSON.stringify(rows)
  await transaction.$executeRaw`
    INSERT INTO comments (id, post_id, parent_id, answered_id, status, author_name, address_id,
      verified_at, staff_id, content, waiting_content, waiting_since, screening, waiting_screening,
      text_hash, created_at, edited_at, edited_by, votes_up, votes_down)
    SELECT id, ${threadId}, parent_id, answered_id, status, author_name, address_id,
           verified_at, staff_id, content, waiting_content, waiting_since, screening,
           waiting_screening, text_hash, created_at, edited_at, edited_by, votes_up, votes_down
      FROM jsonb_to_recordset(${json}::jsonb) AS new (id integer, parent_id integer,
        answered_id integer, status comment_status, author_name text, address_id integer,
        verified_at timestamptz, staff_id text, content text, waiting_content text,
        waiting_since timestamptz, screening jsonb, waiting_screening jsonb, text_hash text,
        created_at timestamptz, edited_at timestamptz, edited_by staff_role, votes_up integer,
        votes_down integer)`
  await transaction.$executeRaw`
    INSERT INTO imported_comments (post_id, source_id, comment_id, import_id, source_hash, anchor)
    SELECT ${threadId}::integer, source_id, id, ${importId}::integer, source_hash, anchor
      FROM jsonb_to_recordset(${json}::jsonb) AS new (id integer, source_id text,
        source_hash text, anchor text)
    UNION ALL
    SELECT ${threadId}::integer, source->>'id', id, ${importId}::integer, source->>'hash',
           source->>'anchor'
      FROM jsonb_to_recordset(${json}::jsonb) AS new (id integer, sources jsonb),
           jsonb_array_elements(sources) AS source
    ON CONFLICT (post_id, source_id) DO NOTHING`
}

/** Pins the first pinned comment, unless the thread has a pinned one. */
async function pinFirst(
  transaction: Prisma.TransactionClient,
  threadId: number,
  comments: readonly ArrangedComment[],
  idOf: (sourceId: string) => number | null,
): Promise<void> {
  const pinned = comments.find(({ isPinned, status }) => isPinned && status === 'published')
  if (!pinned) return
  const id = idOf(pinned.sourceId)
  const ofPost = await transaction.$executeRaw`
    UPDATE posts SET pinned_comment_id = coalesce(pinned_comment_id, ${id}) WHERE id = ${threadId}`
  if (ofPost === 0)
    await transaction.$executeRaw`
      UPDATE threads SET pinned_comment_id = coalesce(pinned_comment_id, ${id})
       WHERE id = ${threadId}`
}
