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

/** Notes what clients were told, in order, and holds it against the database. */
async function audit(
  ...told: (Pick<Entry, 'kind' | 'key' | 'status'> & { client?: number; isUnheard?: true })[]
) {
  const scene = new Scene('short', process.cwd(), () => {})
  onTestFinished(() => scene.end())
  const ledger = new Ledger(scene)
  const notes = [0, 1].map((client) => ledger.openFor(client, scene))
  for (const { client = 0, ...noted } of told) notes[client]?.({ at: 0, ...noted })
  const { tried, ...audited } = await ledger.audit({
    sql: (text, values) => runSql(url, text, values),
  })
  const keysOf = (kind: Entry['kind']) =>
    new Set(told.filter((noted) => noted.kind === kind).map(({ key }) => key)).size
  expect(tried).toEqual({ comments: keysOf('comment'), views: keysOf('view') })
  return audited
}

const store = (key: string) =>
  addComment(postId, { authorName: proverName, content: `Words, and a key: ${key}` })
/** As the server stores a view of a new reader, with the key that it was sent. */
const read = async (...keys: string[]) => {
  for (const key of keys) {
    const look = {
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
    expect(await recordView({ ...look, ...sender })).toMatchObject({ counted: true })
  }
}

const comment = (key: string, status: number) => ({ kind: 'comment' as const, key, status })
const view = (key: string, status: number) => ({ kind: 'view' as const, key, status })
const nothing = {
  comments: 0,
  views: 0,
  unknown: 0,
  lost: 0,
  ghosts: 0,
  doubles: 0,
  shownOtherwise: 0,
}

test('what was acknowledged and is stored once is neither lost nor a ghost nor double', async () => {
  await store('one')
  await read('first', 'second')
  const told = [comment('one', 201), view('first', 201), view('second', 200)]
  expect(await audit(...told)).toEqual({ ...nothing, comments: 1, views: 2 })
})

test('an acknowledged comment without its row is lost, whatever else is stored', async () => {
  await store('another')
  expect(await audit(comment('one', 201), comment('another', 201))).toEqual({
    ...nothing,
    comments: 2,
    lost: 1,
  })
})

test('it is lost, too, where another client tried the same key and was told nothing', async () => {
  const told = [
    { ...comment('one', 0), client: 1 },
    comment('one', 201),
    { ...comment('one', 503), client: 1 },
  ]
  expect(await audit(...told)).toEqual({ ...nothing, comments: 1, lost: 1 })
})

test('an acknowledged view without its mark is lost, whatever unknown ones are counted', async () => {
  await read('first', 'unknown')
  const told = [view('first', 201), view('second', 201), view('unknown', 0)]
  expect(await audit(...told)).toEqual({ ...nothing, views: 2, unknown: 1, lost: 1 })
})

test('so is one whose mark was left and whose count was not', async () => {
  await read('first', 'second')
  await runSql(url, 'UPDATE view_counts SET views = views - 1')
  expect(await audit(view('first', 201), view('second', 201))).toEqual({
    ...nothing,
    views: 2,
    lost: 1,
  })
})

test('a comment that was refused and is stored is a ghost, and so is one that nobody sent', async () => {
  await store('refused')
  await store('unsent')
  expect(await audit(comment('refused', 429))).toEqual({ ...nothing, ghosts: 2 })
})

test('so is a view that was refused and is counted, and one that nobody sent', async () => {
  await read('first', 'refused', 'unsent')
  expect(await audit(view('first', 201), view('refused', 429), view('unknown', 0))).toEqual({
    ...nothing,
    views: 1,
    unknown: 1,
    ghosts: 2,
  })
})

test('two rows under one key are a double', async () => {
  await store('one')
  await store('one')
  expect(await audit(comment('one', 201))).toEqual({ ...nothing, comments: 1, doubles: 1 })
})

test('so is a view that is counted on two posts under one key', async () => {
  const { id } = await addPost('another-post')
  await read('first')
  await runSql(url, 'INSERT INTO view_marks SELECT day, $1, mark, seen_at FROM view_marks', [id])
  await runSql(
    url,
    'INSERT INTO view_counts (post_id, day, shard, views) VALUES ($1, current_date, 0, 1)',
    [id],
  )
  expect(await audit(view('first', 201))).toMatchObject({ views: 1, lost: 0, doubles: 1 })
})

test('what broke off, or was answered 503, is unknown: stored or not, it is neither lost nor a ghost', async () => {
  await store('stored')
  await read('counted')
  const told = [
    comment('stored', 0),
    comment('not stored', 503),
    view('counted', 0),
    view('not counted', 503),
  ]
  expect(await audit(...told)).toEqual({ ...nothing, unknown: 4 })
})

test('where nobody listened, nothing was asked: stored all the same it is a ghost, and leaves nothing unknown', async () => {
  await store('one')
  await read('first')
  const told = [
    { ...comment('one', 0), isUnheard: true as const },
    { ...view('first', 0), isUnheard: true as const },
  ]
  expect(await audit(...told)).toEqual({ ...nothing, ghosts: 2 })
})

test('a total that says other than what was counted is told', async () => {
  await read('first')
  const add = (views: number) =>
    runSql(url, 'UPDATE view_totals SET views = views + $1 WHERE post_id = $2', [views, postId])
  await add(2)
  onTestFinished(async () => void (await add(-2)))
  expect(await audit(view('first', 201))).toEqual({ ...nothing, views: 1, shownOtherwise: 2 })
})

test('comments of others are no business of the proof', async () => {
  await addComment(postId, { authorName: 'Ada', content: 'Words of her own' })
  expect(await audit()).toEqual(nothing)
})
