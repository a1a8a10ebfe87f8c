import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { db } from '@/lib/db/client'
import { recordView } from '@/lib/views/record-view'
import { addComment, addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { firefox, newClient } from '@/test/new-client'
import { runSql } from '@/test/servers/postgres-with-tools'
import { Scene } from '@/tools/prove/scene'
import { type Entry, Ledger, proverName } from './ledger'

const url = await ownDatabase()
const { id: postId } = await addPost('a-post')

beforeEach(async () => {
  await db().comment.deleteMany()
  await runSql(url, 'TRUNCATE view_marks; DELETE FROM view_counts')
})

/** Records the responses to clients in order and compares them with the database. */
async function audit(
  ...responses: (Pick<Entry, 'kind' | 'key' | 'status'> & { client?: number; isUnsent?: true })[]
) {
  const scene = new Scene('short', process.cwd(), () => {})
  onTestFinished(() => scene.end())
  const ledger = new Ledger(scene)
  const notes = [0, 1].map((client) => ledger.openFor(client, scene))
  for (const { client = 0, ...noted } of responses) notes[client]?.({ at: 0, ...noted })
  const { tried, ...audited } = await ledger.audit({
    sql: (text, values) => runSql(url, text, values),
  })
  const keysOf = (kind: Entry['kind']) =>
    new Set(responses.filter((noted) => noted.kind === kind).map(({ key }) => key)).size
  expect(tried).toEqual({ comments: keysOf('comment'), views: keysOf('view') })
  return audited
}

const store = (key: string) =>
  addComment(postId, { authorName: proverName, content: `Words, and a key: ${key}` })
/** Stores a view of a new reader like the server, with the idempotency key of the request. */
const read = async (...keys: string[]) => {
  for (const key of keys) {
    const submission = {
      slug: 'a-post',
      client: newClient(),
      key: `key:${key}`,
      referrer: '',
      host: 'blog.example',
      wantsPrivacy: false,
    }
    const sender = {
      userAgent: firefox,
      purpose: null,
      fetchMode: null,
      fetchDestination: null,
      isStaff: false,
    }
    expect(await recordView({ ...submission, ...sender })).toMatchObject({ counted: true })
  }
}

const comment = (key: string, status: number) => ({ kind: 'comment' as const, key, status })
const view = (key: string, status: number) => ({ kind: 'view' as const, key, status })
const nothing = {
  comments: 0,
  views: 0,
  unknown: 0,
  lost: 0,
  phantoms: 0,
  duplicates: 0,
  totalDifference: 0,
}

test('counts an acknowledged write that is stored once as correct', async () => {
  await store('one')
  await read('first', 'second')
  const responses = [comment('one', 201), view('first', 201), view('second', 200)]
  expect(await audit(...responses)).toEqual({ ...nothing, comments: 1, views: 2 })
})

test('counts an acknowledged comment without a row as lost', async () => {
  await store('another')
  expect(await audit(comment('one', 201), comment('another', 201))).toEqual({
    ...nothing,
    comments: 2,
    lost: 1,
  })
})

test('counts it as lost even if another client tried its key without a response', async () => {
  const responses = [
    { ...comment('one', 0), client: 1 },
    comment('one', 201),
    { ...comment('one', 503), client: 1 },
  ]
  expect(await audit(...responses)).toEqual({ ...nothing, comments: 1, lost: 1 })
})

test('counts an acknowledged view without a mark as lost despite unknown views', async () => {
  await read('first', 'unknown')
  const responses = [view('first', 201), view('second', 201), view('unknown', 0)]
  expect(await audit(...responses)).toEqual({ ...nothing, views: 2, unknown: 1, lost: 1 })
})

test('counts a view with a mark but without a count as lost', async () => {
  await read('first', 'second')
  await runSql(url, 'UPDATE view_counts SET views = views - 1')
  expect(await audit(view('first', 201), view('second', 201))).toEqual({
    ...nothing,
    views: 2,
    lost: 1,
  })
})

test('counts a stored comment that was rejected or never sent as a phantom', async () => {
  await store('refused')
  await store('unsent')
  expect(await audit(comment('refused', 429))).toEqual({ ...nothing, phantoms: 2 })
})

test('counts a counted view that was rejected or never sent as a phantom', async () => {
  await read('first', 'refused', 'unsent')
  expect(await audit(view('first', 201), view('refused', 429), view('unknown', 0))).toEqual({
    ...nothing,
    views: 1,
    unknown: 1,
    phantoms: 2,
  })
})

test('counts two rows with one key as a duplicate', async () => {
  await store('one')
  await store('one')
  expect(await audit(comment('one', 201))).toEqual({ ...nothing, comments: 1, duplicates: 1 })
})

test('counts a view of two posts with one key as a duplicate', async () => {
  const { id } = await addPost('another-post')
  await read('first')
  await runSql(url, 'INSERT INTO view_marks SELECT day, $1, mark, seen_at FROM view_marks', [id])
  await runSql(
    url,
    'INSERT INTO view_counts (post_id, day, shard, views) VALUES ($1, current_date, 0, 1)',
    [id],
  )
  expect(await audit(view('first', 201))).toMatchObject({ views: 1, lost: 0, duplicates: 1 })
})

test('treats broken and 503 responses as unknown, stored or not', async () => {
  await store('stored')
  await read('counted')
  const responses = [
    comment('stored', 0),
    comment('not stored', 503),
    view('counted', 0),
    view('not counted', 503),
  ]
  expect(await audit(...responses)).toEqual({ ...nothing, unknown: 4 })
})

test('treats a refused connection as not sent, so a stored row is a phantom', async () => {
  await store('one')
  await read('first')
  const responses = [
    { ...comment('one', 0), isUnsent: true as const },
    { ...view('first', 0), isUnsent: true as const },
  ]
  expect(await audit(...responses)).toEqual({ ...nothing, phantoms: 2 })
})

test('reports a displayed total that differs from the counted views', async () => {
  await read('first')
  const add = (views: number) =>
    runSql(url, 'UPDATE view_totals SET views = views + $1 WHERE post_id = $2', [views, postId])
  await add(2)
  onTestFinished(async () => void (await add(-2)))
  expect(await audit(view('first', 201))).toEqual({ ...nothing, views: 1, totalDifference: 2 })
})

test('ignores comments of other authors', async () => {
  await addComment(postId, { authorName: 'Ada', content: 'Words of her own' })
  expect(await audit()).toEqual(nothing)
})
