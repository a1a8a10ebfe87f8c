import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '@/lib/db/client'
import { importCommentFiles } from '@/lib/importers/comments/import-comment-files'
import { addComment, addPage, addPost, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { exportComments } from './export-comments'

const DATABASE_URL = await ownDatabase()

const folder = mkdtempSync(path.join(tmpdir(), 'round-trip-'))
const file = path.join(folder, 'comments.jsonl')

async function exported(): Promise<string> {
  const lines: string[] = []
  for await (const batch of exportComments())
    for (const line of batch) lines.push(JSON.stringify(line))
  return `${lines.join('\n')}\n`
}

const clear = () =>
  db().$executeRaw`TRUNCATE posts, sites, threads, imports, reader_addresses, comments
    RESTART IDENTITY CASCADE`

const drawnComments = fc.array(
  fc.record({
    thread: fc.nat(2),
    /** Index of the parent among the thread's earlier comments; one past the end means none. */
    parent: fc.nat(20),
    content: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }),
    authorName: fc.constantFrom('Ada', 'Zoë “Z”', 'قارئة'),
    status: fc.constantFrom('published' as const, 'pending' as const, 'spam' as const),
    createdAt: fc.date({
      min: new Date('2010-01-01'),
      max: new Date('2025-01-01'),
      noInvalidDate: true,
    }),
  }),
  { minLength: 1, maxLength: 15 },
)

async function addThreads(): Promise<number[]> {
  const { id: post } = await addPost('hello')
  const { id: site } = await addSite(['https://blog.example.org'])
  return [
    post,
    await addPage(site, 'blog.example.org/a'),
    await addPage(site, 'blog.example.org/ä b', {
      url: 'https://blog.example.org/%C3%A4%20b',
      title: 'List<String> &amp; <br>',
    }),
  ]
}

const importExported = async (text: string) => {
  writeFileSync(file, text)
  return importCommentFiles([file])
}

test('an export is byte-identical after an import into an empty database', async () => {
  await fc.assert(
    fc.asyncProperty(drawnComments, async (drawn) => {
      await clear()
      const threads = await addThreads()
      const places: { id: number; depth: number }[][] = [[], [], []]
      for (const { thread, parent, content, ...fields } of drawn) {
        const others = places[thread] ?? []
        const above = others[parent % (others.length + 1)]
        const parentId = above && above.depth < 6 ? { parentId: above.id } : {}
        const id = await addComment(threads[thread] ?? 0, {
          ...fields,
          ...parentId,
          content: content.replaceAll('\0', ''),
        })
        others.push({ id, depth: above && above.depth < 6 ? above.depth + 1 : 1 })
      }
      const before = await exported()
      await clear()
      const report = await importExported(before)
      expect(report).toMatchObject({ added: drawn.length, lost: [] })
      expect(await exported()).toBe(before)
    }),
    { numRuns: isNightly ? 200 : 3 },
  )
})

test('encodes the URL of a page, which the `Location` of a comment contains', async () => {
  await clear()
  await addThreads()
  const text = await exported()
  await clear()
  await importExported(text.replace('%C3%A4%20b', 'ä b'))
  expect(await exported()).toBe(text)
})

test('comments of a missing post move to it, with the pinned one, once it exists', async () => {
  await clear()
  const { id: postId } = await addPost('hello')
  const id = await addComment(postId)
  await db().post.update({ where: { id: postId }, data: { pinnedCommentId: id } })
  const text = await exported()
  await clear()
  await importExported(text)
  expect(await db().thread.findFirst()).toMatchObject({ slug: 'hello', pinnedCommentId: id })
  const draft = await addPost('untitled')
  await db().post.update({ where: { id: draft.id }, data: { slug: 'hello' } })
  expect(await db().comment.findFirst()).toMatchObject({ id, postId: draft.id })
  expect(await db().thread.findMany()).toMatchObject([{ id: draft.id, slug: 'hello' }])
})

if (isNightly)
  test('a second import completes an import that was killed', { timeout: 60_000 }, async () => {
    await clear()
    const { id: site } = await addSite(['https://blog.example.org'])
    for (let page = 0; page < 40; page++) {
      const thread = await addPage(site, `blog.example.org/${page}`)
      const parentId = await addComment(thread)
      await addComment(thread, { parentId })
    }
    const text = await exported()
    await clear()
    writeFileSync(file, text)
    const command = [
      '--conditions=react-server',
      '--import',
      'tsx',
      'scripts/import-comments.ts',
      file,
    ]
    const child = spawn(process.execPath, command, { env: { ...process.env, DATABASE_URL } })
    await waitForComments()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const orphans = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM threads
     WHERE (SELECT count(*) FROM comments WHERE post_id = threads.id) <> 2`
    expect(orphans).toEqual([{ count: 0 }])
    await importExported(text)
    expect(await exported()).toBe(text)
  })

/** Waits until the first thread is committed. */
async function waitForComments(): Promise<void> {
  while ((await db().comment.count()) === 0) await new Promise((resolve) => setImmediate(resolve))
}
