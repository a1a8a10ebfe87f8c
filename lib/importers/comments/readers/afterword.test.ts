import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { exportComments } from '@/lib/comments/export/export-comments'
import { db } from '@/lib/db/client'
import { importCommentFiles } from '@/lib/importers/comments/import-comment-files'
import { jsonLines } from '@/lib/text/json-lines'
import { addComment, addPage, addPost, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'

await ownDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'afterword-own-'))
afterAll(() => rmSync(folder, { recursive: true }))

const clear = () =>
  db().$executeRaw`TRUNCATE posts, sites, threads, imports, reader_addresses CASCADE`
beforeEach(clear)

async function exported(): Promise<string> {
  let text = ''
  for await (const part of jsonLines(exportComments())) text += part
  return text
}

/** Exports, empties the database and imports. */
async function move() {
  const text = await exported()
  const file = path.join(folder, 'comments.jsonl')
  writeFileSync(file, text)
  await clear()
  return { text, report: await importCommentFiles([file]) }
}

test('an export is byte-identical after an import into an empty database', async () => {
  const { id } = await addPost('hello')
  await db().postRedirect.create({ data: { slug: 'former', postId: id } })
  let deepest = await addComment(id, { content: 'Top' })
  for (let depth = 2; depth <= 6; depth++) deepest = await addComment(id, { parentId: deepest })
  const { parentId } = await db().comment.findUniqueOrThrow({ where: { id: deepest } })
  await addComment(id, { parentId: parentId ?? 0, answeredId: deepest, status: 'spam' })
  await addComment(id, { status: 'deleted', content: '', authorName: '' })
  const { id: siteId } = await addSite(['https://blog.example'])
  await addComment(await addPage(siteId, 'blog.example/page'), { status: 'pending' })
  const { text, report } = await move()
  expect(report).toMatchObject({ format: 'afterword', added: 9, lost: [], unmatched: [] })
  expect(await exported()).toBe(text)
})

test('keeps pages without comments, even if there are no comments at all', async () => {
  const { id } = await addSite(['https://blog.example'])
  await addPage(id, 'blog.example/quiet', { closed: true })
  const { text } = await move()
  expect(await exported()).toBe(text)
  expect(text).toContain('blog.example/quiet')
})
