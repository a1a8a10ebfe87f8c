import 'server-only'
import path from 'node:path'
import { findStaff } from '@/lib/auth/find-staff'
import { screenComment } from '@/lib/comments/screening/screen-comment'
import { executeSql, query, queryRows } from '@/lib/db/client'
import type { Prisma } from '@/lib/generated/prisma/client'
import { importErrorText } from '@/lib/i18n/error-text'
import { addressKey } from '@/lib/importers/address-key'
import { plainText } from '@/lib/link-previews/extract/clean-text'
import { postPath } from '@/lib/paths'
import { parseUrl } from '@/lib/text/parse-url'
import { siteLimits } from '@/lib/threads/site'
import { type ArrangedComment, arrangeThread } from './arrange-thread'
import { findReader } from './find-reader'
import { addLoss, addUnmatched, type ImportProgress, ImportReport, storable } from './import-report'
import { type ImportTarget, pageMatcher } from './match-pages'
import { openSources, type Sources } from './open-sources'
import { readStaticman } from './readers/staticman'
import { hashOf, RecordStore, sha256 } from './record-store'
import { lossRecord } from './source-fields'
import {
  type CommentReader,
  isImportedDespite,
  type LossReason,
  NotAnExport,
  type NoteLoss,
  type SourceComment,
  type SourceFile,
  type SourceLoss,
  type SourcePage,
  type SourceRecord,
} from './source-record'
import { type WriteOptions, type WrittenThread, writeThread } from './write-thread'

export type ImportOptions = {
  /** The name of the format. By default, the content determines it. */
  format?: string | undefined
  /** Host of the site whose pages the files describe. */
  site?: string | undefined
  /** Rules that change the addresses of pages: see `pageMatcher`. */
  map?: readonly string[] | undefined
  /**
   * Slugs of posts by the addresses of their old pages. If set, comments of other pages are not
   * imported, and links to these pages in HTML become links to the posts.
   */
  posts?: ReadonlyMap<string, string> | undefined
  /** Names of staff in the old system: `NAME` for the owner, or `NAME=E-MAIL` for others. */
  me?: readonly string[] | undefined
  /** IANA time zone of times without one; UTC by default. */
  timeZone?: string | undefined
  /** Bytes of all packed files after decompression; 16 GiB by default. */
  bytesMax?: number | undefined
  /** True to screen published comments as if they were new. */
  screen?: boolean | undefined
  /** True to report the result without writing. */
  check?: boolean | undefined
  /** Receives every loss, because the report contains only some examples. */
  onLoss?: ((loss: SourceLoss) => void) | undefined
  onProgress?: ((progress: ImportProgress) => void | Promise<void>) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Imports comments from exports of other systems or of Afterword. Threads are stored one by one.
 * After an interruption, a second import adds only the missing comments.
 * @param paths files, folders and zip archives
 * @throws NotAnExport if nothing can be read, before anything is written; DatabaseUnavailable
 */
export async function importCommentFiles(
  paths: readonly string[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const sources = await openSources(paths, options)
  const run = new ImportRun(options)
  try {
    await run.read(sources)
    return await run.write(paths)
  } finally {
    run.close()
  }
}

/** A thread, with the merged description and the ids of its pages. */
type PageGroup = { target: ImportTarget; page: SourcePage; ids: string[] }

class ImportRun {
  readonly #options: ImportOptions
  readonly #store = new RecordStore()
  readonly #pages = new Map<string, SourcePage>()
  /** Names of files that could not be read completely, with the reasons. */
  readonly #failures: [name: string, reason: string][] = []
  readonly #importedAt = new Date()
  #hasStatistics = false
  readonly #rewrite: (address: string) => string
  readonly #report = new ImportReport()

  constructor(options: ImportOptions) {
    this.#options = options
    this.#rewrite = linkRewriter(options.posts ?? new Map())
  }

  /** Reads all files into the store. */
  async read(sources: Sources): Promise<void> {
    for await (const record of this.#recordsOf(sources)) {
      this.#options.signal?.throwIfAborted()
      if (record.kind === 'page')
        this.#pages.set(record.id, mergePages(this.#pages.get(record.id), record.page))
      else if (record.kind === 'comment') {
        this.#store.add(cleanComment(record.comment))
        await this.#count(1)
      } else {
        if (!isImportedDespite(record.loss.reason)) await this.#count(record.loss.ids.length || 1)
        this.#note(record.loss)
      }
    }
  }

  async #count(records: number): Promise<void> {
    this.#report.read += records
    if (this.#report.read % 1_000 < records) await this.#tell(undefined)
  }

  async #tell(total: number | undefined): Promise<void> {
    const { read, added, changed, unchanged } = this.#report
    await this.#options.onProgress?.({ read, done: added + changed + unchanged, total })
  }

  async *#recordsOf({ files, isFolder }: Sources): AsyncGenerator<SourceRecord> {
    const unknown: SourceFile[] = []
    for (const file of files) {
      const reader = await findReader(file, this.#options.format)
      if (!reader) unknown.push(file)
      else yield* this.#readFile(reader, file)
    }
    if (isFolder && this.#report.format === '') {
      this.#report.format = 'staticman'
      yield* readStaticman(unknown, this.#readOptions)
    } else this.#report.ignoredFiles = unknown.map(({ name }) => name)
    // The damage is known once a file has been read.
    for (const { name, damage } of files) if (damage) this.#failures.push([name, damage])
    const failures = this.#failures.map(([name, reason]) => `${name}: ${reason}`)
    if (this.#report.format === '') failures.push(importErrorText('unsupported'))
    if (this.#report.read === 0 && failures.length > 0) throw new NotAnExport(failures.join('; '))
    for (const [name, reason] of this.#failures) yield lossRecord('broken-record', name, reason, [])
  }

  get #readOptions() {
    const { timeZone = 'UTC', site } = this.#options
    return { timeZone, site }
  }

  /** Reads a file. If it is not an export, records the reason and yields nothing. */
  async *#readFile(reader: CommentReader, file: SourceFile): AsyncGenerator<SourceRecord> {
    const { format } = this.#report
    if (format !== '' && format !== reader.format)
      throw new NotAnExport(importErrorText('formats', { formats: `${format}, ${reader.format}` }))
    this.#report.format = reader.format
    try {
      yield* reader.read(file, this.#readOptions)
    } catch (error) {
      if (!(error instanceof NotAnExport)) throw error
      this.#failures.push([file.name, error.message])
    }
  }

  #note(loss: SourceLoss): void {
    const stored = addLoss(this.#report, loss)
    this.#options.onLoss?.(stored)
  }

  readonly #noteComment: NoteLoss = (reason, id, { place }) =>
    this.#note({ reason, ids: [id], place })

  /** Matches the pages with threads, and stores the threads one by one. */
  async write(paths: readonly string[]): Promise<ImportReport> {
    const report = this.#report
    const groups = await this.#matchPages()
    const total = groups
      .flatMap(({ ids }) => ids)
      .reduce((sum, id) => sum + this.#store.countOf(id), 0)
    const staffOf = await this.#findStaff()
    if (!this.#options.check && groups.length > 0)
      report.importId = await startImport(report.format, paths)
    const { format, importId = null } = report
    const options = { format, importId, staffOf, note: this.#noteComment }
    for (const group of groups) {
      if (this.#options.signal?.aborted && report.importId !== undefined)
        await updateImport(report.importId, { report: {} })
      this.#options.signal?.throwIfAborted()
      const written = await this.#writeGroup(group, options)
      report.added += written.added
      report.changed += written.changed
      report.unchanged += written.unchanged
      if (written.added + written.changed + written.unchanged > 0) report.threads++
      if (written.isNew) report.newThreads++
      // A check, which is rolled back, adds the site again for each of its threads.
      const { siteHost } = group.target
      if (written.newSite && !report.newSites.includes(siteHost)) report.newSites.push(siteHost)
      await this.#renewPlans()
      await this.#tell(total)
    }
    if (report.importId !== undefined)
      await updateImport(report.importId, { report: { ...report }, finishedAt: new Date() })
    return report
  }

  /**
   * Collects statistics once the first comments are stored. A connection plans foreign-key checks
   * only once: without statistics, it would scan the whole table for every comment.
   */
  async #renewPlans(): Promise<void> {
    if (this.#hasStatistics || this.#report.added < 1_000 || this.#options.check) return
    this.#hasStatistics = true
    await executeSql`ANALYZE comments, imported_comments, threads`
  }

  #arrange({ target, page, ids }: PageGroup): Promise<ArrangedComment[]> {
    const records = ids.flatMap((id) => [...this.#store.commentsOf(id)])
    return arrangeThread(records, {
      url: target.url,
      rewrite: this.#rewrite,
      date: page.date,
      // Posts of the blog, which may be drafts, hide their comments themselves.
      isPrivate: page.isPrivate === true && target.siteHost !== '',
      importedAt: this.#importedAt,
      isInImport: (id) => this.#store.has(id),
      note: this.#noteComment,
    })
  }

  async #writeGroup(group: PageGroup, options: WriteOptions): Promise<WrittenThread> {
    const { target, page } = group
    const { title = '' } = page
    const comments = await this.#arrange(group)
    const thread = {
      target,
      // Titles from other systems may contain markup. Titles from Afterword may only look like
      // markup.
      title: page.own ? title : plainText(title, siteLimits.titleLengthMax),
      isClosed: page.isClosed ?? false,
      comments: this.#options.screen ? await screenNew(comments, target, options) : comments,
    }
    return writeThread(thread, options)
  }

  /** Groups the pages by thread. Several addresses may lead to one thread. */
  async #matchPages(): Promise<PageGroup[]> {
    const { site, map = [], posts } = this.#options
    const match = pageMatcher(site, map, posts)
    const groups = new Map<string, PageGroup>()
    const withComments = new Set(this.#store.pageIds())
    for (const id of new Set([...this.#pages.keys(), ...withComments])) {
      const page = this.#pages.get(id)
      if (!withComments.delete(id) && !page?.own) continue
      if (!page || page.isDeleted) {
        this.#noteAll(id, page ? 'thread-deleted' : 'thread-missing')
        continue
      }
      const target = await match(page)
      if (!target) {
        addUnmatched(this.#report, page.address, this.#store.countOf(id))
        this.#noteAll(id, 'page-unmatched', page.address)
        continue
      }
      const group = groups.get(target.slug) ?? { target, page, ids: [] }
      group.page = mergePages(group.page, page)
      group.ids.push(id)
      groups.set(target.slug, group)
    }
    return [...groups.values()]
  }

  #noteAll(pageId: string, reason: LossReason, note?: string): void {
    for (const { comment } of this.#store.commentsOf(pageId)) {
      const { id, place } = comment
      this.#note({ reason, ids: [id || place], place, ...(note !== undefined && { note }) })
    }
  }

  /** Returns a function that returns the id of the staff member who wrote a comment, or null. */
  async #findStaff(): Promise<WriteOptions['staffOf']> {
    const staff = await findStaff()
    const names = new Map<string, string>()
    for (const rule of this.#options.me ?? []) {
      const [name = '', address] = rule.split(/=(?=[^=]*$)/)
      const id =
        address === undefined ? staff.ownerId : staff.idByAddress.get(address.toLowerCase())
      if (id === undefined) throw new NotAnExport(importErrorText('staff', { rule }))
      names.set(name, id)
    }
    return ({ source: { own, authorName, authorEmail } }) =>
      (own
        ? staff.idByAddress.get(own.staff ?? '')
        : (names.get(authorName) ?? names.get(authorEmail ?? ''))) ?? null
  }

  close(): void {
    this.#store.close()
  }
}

/** Merges two descriptions of a page or thread. The first one has precedence. */
function mergePages(known: SourcePage | undefined, page: SourcePage): SourcePage {
  if (!known) return page
  const title = known.title || (page.title ?? '')
  const isClosed = known.isClosed === true || page.isClosed === true
  return { ...known, title, isClosed, date: known.date ?? page.date }
}

/** Returns a function that replaces the old addresses of posts with their paths here. */
function linkRewriter(posts: ReadonlyMap<string, string>): (address: string) => string {
  const slugs = new Map([...posts].map(([address, slug]) => [addressKey(address), slug]))
  return (address) => {
    const url = parseUrl(address)
    const slug = url && slugs.get(addressKey(address))
    return slug === undefined ? address : `${postPath(slug)}${url?.hash}`
  }
}

/** Longest id that is stored as it is. An index row of PostgreSQL holds 2,700 bytes. */
const idLengthMax = 400

/** Shortens ids that are too long, and gives the comment an id if it has none. */
function cleanComment(comment: SourceComment): SourceComment {
  const clean = (id: string) => {
    const text = storable(id)
    return text.length <= idLengthMax ? text : sha256(text)
  }
  return {
    ...comment,
    id: clean(comment.id) || `~${hashOf(comment)}`,
    parentId: clean(comment.parentId),
    anchor: comment.anchor && clean(comment.anchor),
  }
}

async function startImport(format: string, paths: readonly string[]): Promise<number> {
  const source = paths.map((file) => path.basename(file)).join(', ')
  const { id } = await query((client) =>
    client.import.create({ data: { format, source }, select: { id: true } }),
  )
  return id
}

async function updateImport(id: number, data: Prisma.ImportUpdateInput): Promise<void> {
  await query((client) => client.import.update({ where: { id }, data }))
}

/**
 * Screens the published comments that no earlier import stored. Call it before the transaction of
 * their thread, because its queries need a separate connection.
 */
async function screenNew(
  comments: readonly ArrangedComment[],
  { slug }: ImportTarget,
  { format }: WriteOptions,
): Promise<ArrangedComment[]> {
  const rows = await queryRows<{ id: string }>`
    SELECT source_id AS id FROM imported_comments
     WHERE post_id = (SELECT id FROM threads WHERE slug = ${slug})`
  const known = new Set(rows.map(({ id }) => id))
  const screened: ArrangedComment[] = []
  for (const comment of comments) {
    const { authorName, authorEmail, content, sourceId } = comment
    const isScreened = comment.status === 'published' && !known.has(`${format}:${sourceId}`)
    // Screened as an edit: the rules for new comments need the writer's network and form.
    const draft = { id: 0, slug, authorName, authorEmail, content }
    const { verdict: status, reasons: screening } = isScreened
      ? await screenComment(draft, {})
      : { verdict: comment.status, reasons: comment.screening }
    screened.push({ ...comment, status, screening })
  }
  return screened
}
