import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { db } from '@/lib/db'
import { addComment, addPost } from '@/lib/testing/add-rows'
import { ownDatabase } from '@/lib/testing/database'
import { runSql } from '@/lib/testing/postgres-with-tools'
import { type Entry, Ledger, proverName } from './ledger'
import { Scene } from './scene'

const url = await ownDatabase()
const { id: postId } = await addPost('a-post')

beforeEach(async () => {
  await db().comment.deleteMany()
  await runSql(url, 'TRUNCATE view_counts')
})

/** Notes what clients were told, in order, and holds it against the database. */
async function audit(...told: (Pick<Entry, 'kind' | 'key' | 'status'> & { client?: number; isUnheard?: true })[]) {
  const scene = new Scene('short', process.cwd(), () => {})
  onTestFinished(() => scene.end())
  const ledger = new Ledger(scene)
  const notes = [0, 1].map((client) => ledger.openFor(client, scene))
  for (const { client = 0, ...noted } of told) notes[client]?.({ at: 0, ...noted })
  return ledger.audit({ sql: (text, values) => runSql(url, text, values) })
}

const store = (key: string) => addComment(postId, { authorName: proverName, content: `Words, and a key: ${key}` })
const count = (views: number) =>
  runSql(url, 'INSERT INTO view_counts (post_id, day, shard, views) VALUES ($1, current_date, 0, $2)', [postId, views])

const comment = (key: string, status: number) => ({ kind: 'comment' as const, key, status })
const view = (key: string, status: number) => ({ kind: 'view' as const, key, status })
const nothing = { acknowledged: 0, unknown: 0, lost: 0, ghosts: 0, doubles: 0 }

test('what was acknowledged and is stored once is neither lost nor a ghost nor double', async () => {
  await store('one')
  await count(2)
  const told = [comment('one', 201), view('first', 201), view('second', 200)]
  expect(await audit(...told)).toEqual({ ...nothing, acknowledged: 3 })
})

test('an acknowledged comment without its row is lost, whatever else is stored', async () => {
  await store('another')
  expect(await audit(comment('one', 201), comment('another', 201))).toEqual({ ...nothing, acknowledged: 2, lost: 1 })
})

test('it is lost, too, where another client tried the same key and was told nothing', async () => {
  const told = [{ ...comment('one', 0), client: 1 }, comment('one', 201), { ...comment('one', 503), client: 1 }]
  expect(await audit(...told)).toEqual({ ...nothing, acknowledged: 1, lost: 1 })
})

test('an acknowledged view beyond those that are counted is lost', async () => {
  await count(1)
  expect(await audit(view('first', 201), view('second', 201), view('third', 0))).toMatchObject({ acknowledged: 2, unknown: 1, lost: 1 })
})

test('a comment that was refused and is stored is a ghost, and so is one that nobody sent', async () => {
  await store('refused')
  await store('unsent')
  expect(await audit(comment('refused', 429))).toEqual({ ...nothing, ghosts: 2 })
})

test('a view that is counted beyond what was acknowledged or is unknown is a ghost', async () => {
  await count(4)
  expect(await audit(view('first', 201), view('second', 0), view('third', 429))).toEqual({
    ...nothing,
    acknowledged: 1,
    unknown: 1,
    ghosts: 2,
  })
})

test('two rows under one key are a double', async () => {
  await store('one')
  await store('one')
  expect(await audit(comment('one', 201))).toEqual({ ...nothing, acknowledged: 1, doubles: 1 })
})

test('what broke off, or was answered 503, is unknown: stored or not, it is neither lost nor a ghost', async () => {
  await store('stored')
  await count(1)
  const told = [comment('stored', 0), comment('not stored', 503), view('counted', 0), view('not counted', 503)]
  expect(await audit(...told)).toEqual({ ...nothing, unknown: 4 })
})

test('where nobody listened, nothing was asked: stored all the same it is a ghost, and leaves nothing unknown', async () => {
  await store('one')
  await count(1)
  const told = [
    { ...comment('one', 0), isUnheard: true as const },
    { ...view('first', 0), isUnheard: true as const },
  ]
  expect(await audit(...told)).toEqual({ ...nothing, ghosts: 2 })
})

test('comments of others are no business of the proof', async () => {
  await addComment(postId, { authorName: 'Ada', content: 'Words of her own' })
  expect(await audit()).toEqual(nothing)
})
