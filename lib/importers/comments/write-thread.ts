import 'server-only'
import { commentLimits } from '@/lib/comments/comment'
import { erasedJudgement, erasedNetwork, erasedText } from '@/lib/comments/erased-columns'
import { textHash } from '@/lib/comments/screening/text-hash'
import { inTransaction, violates } from '@/lib/db/client'
import { Prisma } from '@/lib/generated/prisma/client'
import { importErrorText } from '@/lib/i18n/error-text'
import { addressHashes, encryptAddress } from '@/lib/mail/reader-address'
import type { ArrangedComment } from './arrange-thread'
import { type KnownComment, KnownComments } from './known-comments'
import type { ImportTarget } from './match-pages'
import { NotAnExport, type NoteLoss, type OwnThread } from './source-record'
import { undoneHash } from './undo-import'

/** Transaction timeout, long enough for a thread with thousands of comments. */
const timeoutMs = 10 * 60_000

/** Rows per statement. */
const rowsPerBatch = 500

/** A thread with its comments, ready to be stored. */
export type ThreadToWrite = {
  target: ImportTarget
  title: string
  isClosed: boolean
  comments: readonly ArrangedComment[]
}

export type WriteOptions = {
  format: string
  /** Null for a check, which writes nothing. */
  importId: number | null
  /** Returns the id of the staff member who wrote a comment, or null. */
  staffOf: (comment: ArrangedComment) => string | null
  note: NoteLoss
}

/** Numbers of comments, and whether the thread and its site were added. */
export type WrittenThread = {
  added: number
  changed: number
  unchanged: number
  isNew: boolean
  newSite: boolean
}

/** Thrown to roll back the transaction of a check. */
class CheckRollback extends Error {
  constructor(readonly written: WrittenThread) {
    super('The check is done.')
  }
}

/**
 * Stores a thread in one transaction: adds the comments that are not here yet, and updates those
 * that changed at the source and were not changed here. Sends no e-mails or webhooks.
 * @throws NotAnExport if the import was undone in the meantime; DatabaseUnavailable
 */
export async function writeThread(
  thread: ThreadToWrite,
  options: WriteOptions,
): Promise<WrittenThread> {
  const write = () =>
    inTransaction(
      async (transaction) => {
        const written = await new ThreadWriter(transaction, options).write(thread)
        if (options.importId === null) throw new CheckRollback(written)
        return written
      },
      { timeout: timeoutMs },
    )
  try {
    // A new comment of a reader may have got an id that was free before.
    return await write().catch((error) => {
      if (violates(error, 'comments_pkey')) return write()
      throw error
    })
  } catch (error) {
    if (error instanceof CheckRollback) return error.written
    throw error
  }
}

/** The columns of new comments, in any order. */
const columns = Prisma.raw(`id, parent_id, answered_id, status, author_name, address_id,
  verified_at, staff_id, content, waiting_content, waiting_since, screening, waiting_screening,
  text_hash, created_at, edited_at, edited_by, votes_up, votes_down, likes`)

/** Returns the columns of a new comment that follow from the comment alone. */
function columnsOf({ source, ...comment }: ArrangedComment) {
  const { own, editedAt = null, votes, anchor = '' } = source
  return {
    status: comment.status,
    author_name: comment.authorName,
    content: comment.content,
    text_hash: textHash(comment.content),
    created_at: comment.createdAt,
    edited_at: editedAt,
    votes_up: votes?.up ?? 0,
    votes_down: votes?.down ?? 0,
    likes: own?.likes ?? 0,
    source_hash: comment.hash,
    anchor,
    verified_at: own?.verified_at ?? null,
    edited_by: own?.edited_by ?? null,
    waiting_content: own?.pending_content ?? null,
    waiting_since: own?.pending_since ?? null,
    screening: comment.screening,
    waiting_screening: own?.pending_screening ?? [],
    edits: own?.edits ?? [],
    sources: own?.sources ?? [],
  }
}

/**
 * Largest id that a comment keeps. Larger ones would soon exhaust the sequence, which ends at 2^31.
 */
const keptIdMax = 1_000_000_000

/**
 * Returns the id that a comment should keep, so that its old permalink `#comment-ID` stays valid
 * everywhere, or undefined.
 */
function idToKeep({ source, sourceId }: ArrangedComment): number | undefined {
  const id = source.own ? sourceId : /^comment-(\d{1,10})$/.exec(source.anchor ?? '')?.[1]
  const number = Number(id)
  return number >= 1 && number <= keptIdMax ? number : undefined
}

/** Returns unused ids for a check. Undoing a check would not reset the sequence of ids. */
const idsOfCheck = (comments: readonly ArrangedComment[]): Map<string, number> =>
  new Map(comments.map(({ sourceId }, index) => [sourceId, -1 - index]))

/** Writes a thread with the statements of one transaction. */
class ThreadWriter {
  constructor(
    readonly sql: Prisma.TransactionClient,
    readonly options: WriteOptions,
  ) {}

  async write({ target, title, isClosed, comments }: ThreadToWrite): Promise<WrittenThread> {
    const { format, note } = this.options
    await this.#markRunning()
    await this.sql.$executeRaw`SELECT set_config('afterword.import', 'on', true)`
    const thread = await this.#ensureThread(target, title)
    const known = new KnownComments(this.sql, thread.id, format, note)
    await known.read()
    // A post that was opened again here stays open.
    const isFirst = target.own ? thread.isNew : known.isEmpty
    if (isClosed && isFirst) await this.#closeThread(thread.id)
    const named = await known.withNewIds(comments)
    const fresh: ArrangedComment[] = []
    const counts = { added: 0, changed: 0, unchanged: 0 }
    for (const comment of named) {
      const earlier = known.find(comment)
      if (!earlier && comment.omitted) note(comment.omitted, comment.sourceId, comment.source)
      else if (!earlier) fresh.push(comment)
      else counts[await this.#updateComment(comment, earlier)]++
    }
    await this.#addComments(fresh, known)
    const { isNew, newSite } = thread
    return { ...counts, added: counts.added + fresh.length, isNew, newSite }
  }

  async #addComments(comments: readonly ArrangedComment[], known: KnownComments): Promise<void> {
    const { importId, staffOf } = this.options
    const ids = importId === null ? idsOfCheck(comments) : await this.#takeIds(comments)
    await known.readPlaces()
    const addresses = await this.#ensureAddresses(comments)
    for (let start = 0; start < comments.length; start += rowsPerBatch) {
      const rows = comments.slice(start, start + rowsPerBatch).map((comment) => {
        const id = ids.get(comment.sourceId) ?? 0
        return {
          id,
          ...known.place(comment, id),
          address_id: addresses.get(comment.authorEmail ?? '') ?? null,
          staff_id: staffOf(comment),
          source_id: known.keyOf(comment.sourceId),
          ...columnsOf(comment),
        }
      })
      await this.#insertRows(known.threadId, rows)
    }
    const pinned = comments.find((one) => one.source.isPinned && one.status === 'published')
    const id = ids.get(pinned?.sourceId ?? '')
    if (id !== undefined) await this.#pinFirst(known.threadId, id)
  }

  /** Locks and returns the thread of a slug, and adds it if it does not exist. */
  async #ensureThread(
    { slug, url, siteHost, own }: ImportTarget,
    title: string,
  ): Promise<{ id: number; isNew: boolean; newSite: boolean }> {
    const site = siteHost === '' ? undefined : await this.#ensureSite(siteHost, own?.site)
    const siteId = site?.id ?? null
    const added = await this.sql.$queryRaw<{ id: number }[]>`
    INSERT INTO threads (site_id, slug, url, title, import_id, created_at)
    SELECT ${siteId}::integer, ${slug}, ${siteId === null ? '' : url}, ${title},
           ${this.options.importId}, ${own?.created_at ?? new Date()}
     WHERE NOT EXISTS (SELECT 1 FROM threads WHERE slug = ${slug})
    ON CONFLICT (slug) DO NOTHING RETURNING id`
    const [thread] = await this.sql.$queryRaw<{ id: number }[]>`
    SELECT id FROM threads WHERE slug = ${slug} FOR NO KEY UPDATE`
    if (!thread) throw new Error(`no thread for ${slug}`)
    if (own && own.likes > 0)
      await this.sql.$executeRaw`
      UPDATE threads SET likes = greatest(likes, ${own.likes}) WHERE id = ${thread.id}`
    if (own && own.aliases.length > 0)
      await this.sql.threadAlias.createMany({
        data: own.aliases.map((alias) => ({ slug: alias, threadId: thread.id })),
        skipDuplicates: true,
      })
    return { id: thread.id, isNew: added.length > 0, newSite: site?.isNew ?? false }
  }

  /** Returns the site of a host, and adds it if it does not exist. */
  async #ensureSite(
    host: string,
    own: OwnThread['site'] | undefined,
  ): Promise<{ id: number; isNew: boolean }> {
    // Concurrent imports take turns.
    await this.sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('add a site'))`
    // A site in an export may have pages on a host that it no longer has.
    const hosts = [host, ...(own?.origins ?? []).map((origin) => new URL(origin).host)]
    const known = await this.sql.siteHost.findFirst({ where: { host: { in: hosts } } })
    if (known) return { id: known.siteId, isNew: false }
    const { name, origins, language } = own ?? {
      name: host,
      origins: [`https://${host}`],
      language: 'en',
    }
    const { id } = await this.sql.site.create({
      data: { name, origins, language, importId: this.options.importId },
      select: { id: true },
    })
    await this.sql.siteHost.createMany({
      data: [...new Set(hosts)].map((other) => ({ host: other, siteId: id })),
      skipDuplicates: true,
    })
    return { id, isNew: true }
  }

  async #closeThread(id: number): Promise<void> {
    await this.sql.$executeRaw`UPDATE posts SET comments_closed = true WHERE id = ${id}`
    await this.sql.$executeRaw`UPDATE threads SET closed = true WHERE id = ${id}`
  }

  /**
   * Updates a comment that changed at the source. The text of a comment that was edited here, and
   * the status of one that was moderated here, stay as they are. Restores a comment that the undo
   * of an import left as a tombstone, because readers had replied.
   */
  async #updateComment(
    comment: ArrangedComment,
    { key, commentId, sourceHash }: KnownComment,
  ): Promise<'added' | 'changed' | 'unchanged'> {
    const isUndone = sourceHash === undoneHash
    const isDeleted = comment.status === 'deleted'
    // Imports by earlier versions stored no hash.
    const isKept = sourceHash === '' || sourceHash === comment.hash || (isUndone && isDeleted)
    if (commentId === null || isKept) return 'unchanged'
    const [before = ''] = sourceHash.split('.')
    // The next import tries again.
    if (comment.status === 'published' && (await this.#isInFullThread(commentId, before)))
      return 'unchanged'
    await this.sql.importedComment.updateMany({
      where: { commentId, sourceId: key },
      data: { sourceHash: comment.hash, ...(isUndone && { importId: this.options.importId }) },
    })
    if (isDeleted) return this.#deleteComment(commentId, before)
    const { createdAt = null, editedAt = null, votes } = comment.source
    const count = await this.sql.$executeRaw`
    UPDATE comments SET content = ${comment.content}, author_name = ${comment.authorName},
      text_hash = ${textHash(comment.content)}, edited_at = ${editedAt},
      votes_up = ${votes?.up ?? 0}, votes_down = ${votes?.down ?? 0},
      created_at = coalesce(${createdAt}, created_at),
      status = CASE WHEN status = ${before}::comment_status
        THEN ${comment.status}::comment_status ELSE status END
     WHERE id = ${commentId} AND (status <> 'deleted' OR ${isUndone}) AND edited_by IS NULL
       AND NOT EXISTS (SELECT 1 FROM comment_edits WHERE comment_id = comments.id)`
    if (!isUndone) return count > 0 ? 'changed' : 'unchanged'
    const addresses = await this.#ensureAddresses([comment])
    const addressId = addresses.get(comment.authorEmail ?? '') ?? null
    const staffId = this.options.staffOf(comment)
    await this.sql.comment.update({ where: { id: commentId }, data: { addressId, staffId } })
    return 'added'
  }

  /**
   * Returns true for a hidden reply whose publication would exceed the limit of its thread.
   * @param before its status at the source in the last import
   */
  async #isInFullThread(id: number, before: string): Promise<boolean> {
    const full = await this.sql.$queryRaw<unknown[]>`
    SELECT 1 FROM comments AS reply JOIN comments AS top ON top.id = reply.thread_id
     WHERE reply.id = ${id} AND reply.status <> 'published'
       AND reply.status = ${before}::comment_status
       AND top.published_replies + reply.published_replies >= ${commentLimits.repliesPerThreadMax}`
    return full.length > 0
  }

  /** Deletes a comment with its content and history, unless its status was changed here. */
  async #deleteComment(id: number, before: string): Promise<'changed' | 'unchanged'> {
    const count = await this.sql.$executeRaw`
    UPDATE comments SET ${erasedText}, ${erasedNetwork}, status = 'deleted'
     WHERE id = ${id} AND status = ${before}::comment_status`
    if (count === 0) return 'unchanged'
    await this.sql.$executeRaw`DELETE FROM comment_edits WHERE comment_id = ${id}`
    await this.sql.$executeRaw`
    UPDATE comment_judgements SET ${erasedJudgement} WHERE comment_id = ${id}`
    return 'changed'
  }

  /** Reserves ids for new comments. */
  async #takeIds(comments: readonly ArrangedComment[]): Promise<Map<string, number>> {
    const ids = new Map<string, number>()
    const wanted = new Map<number, string>()
    for (const comment of comments) {
      const id = idToKeep(comment)
      if (id !== undefined && !wanted.has(id)) wanted.set(id, comment.sourceId)
    }
    if (wanted.size > 0) {
      // Concurrent imports take turns.
      await this.sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('keep ids'))`
      const isOwn = comments.some(({ source }) => source.own)
      // An unused id may belong to a deleted comment, whose links must not lead to another one.
      const free = await this.sql.$queryRaw<{ id: number }[]>`
      SELECT id FROM unnest(${[...wanted.keys()]}::integer[]) AS id, comments_id_seq
       WHERE (${isOwn} OR id > last_value)
         AND NOT EXISTS (SELECT 1 FROM comments WHERE comments.id = id.id)`
      for (const { id } of free) ids.set(wanted.get(id) ?? '', id)
      // The margin covers ids that new comments get between the two expressions.
      await this.sql.$executeRaw`
      SELECT setval('comments_id_seq', kept.max + 1000)
        FROM (SELECT max(id) AS max FROM unnest(${[...ids.values()]}::integer[]) AS id) AS kept,
             comments_id_seq
       WHERE kept.max >= comments_id_seq.last_value`
    }
    const others = comments.filter(({ sourceId }) => !ids.has(sourceId))
    const rows = await this.sql.$queryRaw<{ id: number }[]>`
    SELECT nextval('comments_id_seq')::integer AS id FROM generate_series(1, ${others.length})`
    others.forEach(({ sourceId }, index) => {
      const row = rows[index]
      if (row) ids.set(sourceId, row.id)
    })
    return ids
  }

  /** Stores e-mail addresses as unconfirmed, so that they get no mail, and returns their ids. */
  async #ensureAddresses(comments: readonly ArrangedComment[]): Promise<Map<string, number>> {
    const emails = [...new Set(comments.flatMap(({ authorEmail }) => authorEmail ?? []))]
    const ids = new Map<string, number>()
    for (let start = 0; start < emails.length; start += rowsPerBatch) {
      const batch = emails.slice(start, start + rowsPerBatch)
      const hashes = batch.map((email) => addressHashes(email))
      const known = await this.sql.readerAddress.findMany({
        where: { hash: { in: hashes.flat() } },
        select: { id: true, hash: true },
      })
      const idByHash = new Map(known.map(({ id, hash }) => [hash, id]))
      const missing = batch.filter((_, index) => !hashes[index]?.some((hash) => idByHash.has(hash)))
      const added = await this.sql.readerAddress.createManyAndReturn({
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

  /**
   * Inserts comments in their order, so that the trigger finds the parent of each, and then the
   * rows that identify them.
   */
  async #insertRows(threadId: number, rows: readonly object[]): Promise<void> {
    const { importId } = this.options
    const json = JSON.stringify(rows)
    await this.sql.$executeRaw`
    INSERT INTO comments (post_id, ${columns})
    SELECT ${threadId}, ${columns}
      FROM jsonb_populate_recordset(NULL::comments, ${json}::jsonb)`
    await this.sql.$executeRaw`
    INSERT INTO comment_edits (comment_id, content, replaced_at)
    SELECT id, edit->>'content', (edit->>'replaced_at')::timestamptz
      FROM jsonb_to_recordset(${json}::jsonb) AS new (id integer, edits jsonb),
           jsonb_array_elements(edits) AS edit`
    await this.sql.$executeRaw`
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

  /** Pins a comment, unless the thread has a pinned one. */
  async #pinFirst(threadId: number, id: number): Promise<void> {
    const ofPost = await this.sql.$executeRaw`
    UPDATE posts SET pinned_comment_id = coalesce(pinned_comment_id, ${id}) WHERE id = ${threadId}`
    if (ofPost === 0)
      await this.sql.$executeRaw`
      UPDATE threads SET pinned_comment_id = coalesce(pinned_comment_id, ${id})
       WHERE id = ${threadId}`
  }

  /** Marks an import as running, and prevents undo while it writes. */
  async #markRunning(): Promise<void> {
    const { importId: id } = this.options
    if (id === null) return
    const running = await this.sql.$executeRaw`
    UPDATE imports SET report = jsonb_build_object('activeAt', now())
     WHERE id = ${id} AND undone_at IS NULL`
    if (running === 0) throw new NotAnExport(importErrorText('undone'))
  }
}
