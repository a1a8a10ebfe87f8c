import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Database } from 'node-sqlite3-wasm'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { decrypt } from '@/lib/crypto/encrypt'
import { db } from '@/lib/db/client'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { ownDatabase } from '@/test/database/database'
import { oneOfEvery } from '@/test/nightly'
import { importCommentFiles } from './import-comment-files'
import type { ImportReport } from './import-report'
import type { SourceLoss } from './source-record'
import { undoImport } from './undo-import'

await ownDatabase()

const folder = 'test/fixtures/comment-exports'

type Expected = {
  sample: string
  run: { site: string; tz?: string; map?: string[] }
  threads: { key: string; url: string; title: string; closed: boolean; comments: number }[]
  comments: ExpectedComment[]
  report: {
    read: number
    imported: number
    lost: { reason: string; imported: boolean; source_ids: string[] }[]
  }
  must_not_be_stored: string[]
}

type ExpectedComment = {
  source_id: string
  content?: string
  content_check?: { length: number; sha256: string; starts: string; ends: string }
  compare: 'exact' | 'rendered'
} & Record<string, unknown>

const samples = readdirSync(folder)
  .filter((file) => file.endsWith('.expected.json'))
  .map((file): Expected => JSON.parse(readFileSync(path.join(folder, file), 'utf8')))

const render = async (markdown: string) =>
  renderToStaticMarkup(await renderCommentMarkdown(markdown))
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns the path of a sample. The database of Isso is made from its statements. */
function pathOf(sample: string): string {
  if (!sample.endsWith('.sql')) return path.join(folder, sample)
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'isso-')), 'comments.db')
  const database = new Database(file)
  database.exec(readFileSync(path.join(folder, sample), 'utf8'))
  database.close()
  return file
}

/** Returns all stored comments in the format of the expected ones. */
async function storedComments() {
  const rows = await db().importedComment.findMany({
    include: {
      comment: { include: { address: true, thread: true, pinnedOnThread: true } },
    },
  })
  const idOf = new Map(rows.map(({ commentId, sourceId }) => [commentId, sourceId]))
  const nameOf = (id: number | null) => idOf.get(id)?.replace(/^[^:]*:/, '') ?? null
  return rows.map(({ sourceId, anchor, comment }) => {
    if (!comment) throw new Error(`no comment for ${sourceId}`)
    return {
      content: comment.content,
      source_id: sourceId.replace(/^[^:]*:/, ''),
      thread: comment.thread.slug,
      parent: nameOf(comment.parentId),
      reply_to: nameOf(comment.answeredId ?? comment.parentId),
      status: comment.status,
      author_name: comment.authorName,
      author_email: comment.address && decrypt('reader-address', comment.address.encryptedAddress),
      created_at: comment.createdAt.toJSON(),
      edited_at: comment.editedAt?.toJSON() ?? null,
      pinned: comment.pinnedOnThread !== null,
      votes: { up: comment.votesUp, down: comment.votesDown },
      anchor: anchor === '' ? null : anchor,
    }
  })
}

const byId = <Row extends { source_id: string }>(rows: Row[]) =>
  rows.toSorted((one, other) => (one.source_id < other.source_id ? -1 : 1))

/** Returns every text in the tables of the database, to search for what must not be stored. */
async function everythingStored(): Promise<string> {
  const tables = [
    'comments',
    'imported_comments',
    'imports',
    'reader_addresses',
    'threads',
    'sites',
  ]
  const texts = await Promise.all(
    tables.map((table) =>
      db().$queryRawUnsafe<{ text: string | null }[]>(
        `SELECT string_agg(row::text, '') AS text FROM ${table} AS row`,
      ),
    ),
  )
  return texts
    .flat()
    .map(({ text }) => text)
    .join('')
}

/** Returns the sorted ids by reason. */
function gather(losses: [reason: string, ids: string[]][]): Record<string, string[]> {
  const byReason: Record<string, string[]> = {}
  for (const [reason, ids] of losses)
    byReason[reason] = [...(byReason[reason] ?? []), ...ids].sort()
  return byReason
}

const clear = () => db().$executeRaw`TRUNCATE sites, threads, imports, reader_addresses CASCADE`

/** Samples for the tests of rules that do not depend on the format. */
const thorough = oneOfEvery(4, samples)

describe.each(samples)('an export in $sample', (expected) => {
  const file = pathOf(expected.sample)
  const { site, tz, map } = expected.run
  const options = { site, map, ...(tz !== undefined && { timeZone: tz }) }
  const losses: SourceLoss[] = []
  const run = () => importCommentFiles([file], { ...options, onLoss: (loss) => losses.push(loss) })
  let report: ImportReport
  beforeAll(async () => {
    await clear()
    report = await run()
  })

  test('becomes the expected threads and comments', async () => {
    const threads = await db().thread.findMany({
      include: { _count: { select: { comments: true } } },
    })
    expect(
      threads.map(({ slug, url, title, closed, _count }) => ({
        key: slug,
        url,
        title,
        closed,
        comments: _count.comments,
      })),
    ).toEqual(expect.arrayContaining(expected.threads))
    expect(threads).toHaveLength(expected.threads.length)
    const stored = byId(await storedComments())
    const wanted = byId(expected.comments)
    expect(stored.map(({ content: _, ...rest }) => rest)).toEqual(
      wanted.map(({ content: _, content_check: __, compare: ___, ...rest }) => rest),
    )
    for (const [index, { content, content_check: check, compare }] of wanted.entries()) {
      const text = stored[index]?.content ?? ''
      if (check) {
        expect([...text]).toHaveLength(check.length)
        expect(sha256(text)).toBe(check.sha256)
      } else if (compare === 'exact') expect(text).toBe(content)
      else expect(await render(text)).toBe(await render(content ?? ''))
    }
    expect({ read: report.read, added: report.added }).toEqual({
      read: expected.report.read,
      added: expected.report.imported,
    })
  })

  test('has a report of every loss', () => {
    const found = gather(losses.map(({ reason, ids }) => [reason, ids]))
    const wanted = gather(
      expected.report.lost.map(({ reason, source_ids: ids }) => [
        reason,
        ids.map((id) => id.replace(/ \(second record\)$/, '')),
      ]),
    )
    expect(found).toEqual(wanted)
  })

  test('stores no private data', async () => {
    const everything = await everythingStored()
    for (const secret of expected.must_not_be_stored) expect(everything).not.toContain(secret)
  })

  if (!thorough.includes(expected)) return

  test('adds nothing when it is imported again', async () => {
    const before = await db().comment.findMany({ orderBy: { id: 'asc' } })
    const again = await run()
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: expected.report.imported })
    expect(await db().comment.findMany({ orderBy: { id: 'asc' } })).toEqual(before)
  })

  test('is removed by undo', async () => {
    await undoImport(report.importId ?? 0)
    expect(await db().comment.count()).toBe(0)
    expect(await db().thread.count()).toBe(0)
  })

  test('is reported but not stored by a check', async () => {
    await clear()
    const checked = await importCommentFiles([file], { ...options, check: true })
    expect(checked).toMatchObject({ added: expected.report.imported, read: expected.report.read })
    expect(await db().comment.count()).toBe(0)
    expect(await db().import.count()).toBe(0)
  })
})
