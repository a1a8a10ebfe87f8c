import { expect, test } from 'vitest'
import { NotAnExport } from '@/lib/importers/comments/source-record'
import { gather, sourceFile } from '@/test/importers/source-files'
import { sqliteBytes } from '@/test/importers/sqlite-bytes'
import { cusdis } from './cusdis'
import { isso } from './isso'

// All times of Cusdis are in UTC, regardless of the zone of the import.
const read = (bytes: Uint8Array) =>
  gather(cusdis.read(sourceFile(bytes), { timeZone: 'Asia/Shanghai' }))

const sample = sqliteBytes(`
  CREATE TABLE "pages" ("id" TEXT NOT NULL PRIMARY KEY, "slug" TEXT NOT NULL, "url" TEXT,
    "title" TEXT, "projectId" TEXT NOT NULL);
  INSERT INTO pages VALUES ('p1', '/a/', 'https://blog.example.net/a/', 'A', 'x'),
    ('p2', 'b', NULL, NULL, 'x');
  CREATE TABLE "comments" ("id" TEXT NOT NULL PRIMARY KEY, "pageId" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, "deletedAt" DATETIME,
    "by_email" TEXT, "by_nickname" TEXT NOT NULL, "content" TEXT NOT NULL,
    "approved" BOOLEAN NOT NULL DEFAULT false, "parentId" TEXT);
  INSERT INTO comments VALUES
    ('c1', 'p1', 1554196500250, NULL, 'marnie@example.com', 'Marnie Test', '**Bold**', 1, NULL),
    ('c2', 'p1', '2019-04-03 09:15:00', NULL, NULL, 'Olu', 'Waiting', 0, 'c1'),
    ('c3', 'p2', 0, 1554196500250, NULL, 'Olu', 'Gone', 1, NULL);`)

test('reads pages and comments', async () => {
  const { comments, pages, losses } = await read(sample)
  expect([...pages]).toEqual([
    ['p1', { address: 'https://blog.example.net/a/', title: 'A' }],
    ['p2', { address: 'b', title: '' }],
  ])
  expect(comments).toEqual([
    {
      id: 'c1',
      pageId: 'p1',
      parentId: '',
      place: 'comment c1',
      status: 'published',
      authorName: 'Marnie Test',
      authorEmail: 'marnie@example.com',
      content: '**Bold**',
      markup: 'markdown',
      createdAt: new Date('2019-04-02T09:15:00.250Z'),
      losses: [],
    },
    expect.objectContaining({
      parentId: 'c1',
      status: 'pending',
      createdAt: new Date('2019-04-03T09:15:00Z'),
    }),
    expect.objectContaining({ pageId: 'p2', status: 'deleted', createdAt: undefined }),
  ])
  expect(losses).toEqual([])
})

test('is distinguished from Isso by its columns', async () => {
  const head = sample.toString('latin1')
  expect([cusdis.detect(head), isso.detect(head)]).toEqual([true, false])
  const other = sqliteBytes('CREATE TABLE comments (id, by_nickname);')
  await expect(read(other)).rejects.toThrow(NotAnExport)
})
