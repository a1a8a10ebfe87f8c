import { beforeEach, describe, expect, test } from 'vitest'
import { textHash } from '@/lib/comments/screening/text-hash'
import { addComment } from '@/lib/comments/writing/add-comment'
import { editComment } from '@/lib/comments/writing/own-comment'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { listForAdmin } from './list-for-admin'
import { moderateComments } from './moderate-comments'
import type { AdminComment, Judgement } from './moderation'
import { editAsStaff } from './staff-actions'
import { undoJudgements } from './undo-judgements'

await ownDatabase()
const owner = await addActor('owner')

const sentence = 'A sentence that is long enough to be somebody’s own.'
const bad = '[url=https://a.example]shoes[/url]'
const worse = '[url=https://a.example]watches[/url]'

let networks = 0
const write = (content = sentence) =>
  addComment(
    { slug: 'hello', content, author_name: 'Ada' },
    { network: `198.51.100.${networks++}` },
  )
const row = (id: number) => db().comment.findUniqueOrThrow({ where: { id } })

async function see(id: number): Promise<AdminComment> {
  const { status } = await row(id)
  const found = (await listForAdmin(owner, { status })).comments.find(
    (comment) => comment.id === id,
  )
  if (!found) throw new Error(`the admin area does not show ${id}`)
  return found
}

async function judge(id: number, verdict: Judgement): Promise<number> {
  const [outcome] = await moderateComments(owner, [await see(id)], verdict)
  if (!outcome?.done) throw new Error('not moderated')
  return outcome.judgementId
}

const undo = (judgementId: number) => undoJudgements(owner, [judgementId])
const changed = { done: false, by: null }

beforeEach(async () => {
  await db().post.deleteMany()
  await addPost('hello')
})

describe('undoing a verdict', () => {
  test('publishes no text written since the verdict', async () => {
    const { comment, editToken } = await write()
    const spam = await judge(comment.id, 'spam')
    await editComment(comment.id, bad, editToken)
    expect((await see(comment.id)).last).toBeNull()
    expect(await undo(spam)).toMatchObject([{ ...changed, now: 'spam' }])
    expect(await row(comment.id)).toMatchObject({ status: 'spam', content: bad })
  })

  test('hides a comment regardless of its current text', async () => {
    const { comment, editToken } = await write(bad)
    const approved = await judge(comment.id, 'published')
    await editComment(comment.id, sentence, editToken)
    expect(await undo(approved)).toMatchObject([{ done: true, status: 'pending' }])
  })

  test('does not replace a newer pending edit with a rejected one', async () => {
    const { comment, editToken } = await write()
    await editComment(comment.id, bad, editToken)
    const kept = await judge(comment.id, 'keep')
    await editComment(comment.id, worse, editToken)
    expect(await undo(kept)).toMatchObject([changed])
    expect(await row(comment.id)).toMatchObject({ content: sentence, waitingContent: worse })
  })

  test('does not replace newer text with an approved edit', async () => {
    const { comment, editToken } = await write()
    await editComment(comment.id, bad, editToken)
    const approved = await judge(comment.id, 'published')
    await editComment(comment.id, 'A third sentence that harms nobody.', editToken)
    expect(await undo(approved)).toMatchObject([changed])
    expect(await row(comment.id)).toMatchObject({
      content: 'A third sentence that harms nobody.',
      waitingContent: null,
    })
  })

  test('remains possible after an edit by staff', async () => {
    const { comment } = await write()
    const spam = await judge(comment.id, 'spam')
    await editAsStaff(owner, await see(comment.id), 'Without the advertisement.')
    expect(await undo(spam)).toMatchObject([{ done: true, status: 'published' }])
    expect(await row(comment.id)).toMatchObject({
      status: 'published',
      content: 'Without the advertisement.',
    })
  })
})

test('keeps the text hash in sync through verdicts, undos and edits', async () => {
  const { comment, editToken } = await write()
  const expectHashOf = async (content: string) =>
    expect(await row(comment.id)).toMatchObject({ content, textHash: textHash(content) })
  await editComment(comment.id, bad, editToken)
  await expectHashOf(sentence)
  const approved = await judge(comment.id, 'published')
  await expectHashOf(bad)
  await undo(approved)
  await expectHashOf(sentence)
  await judge(comment.id, 'keep')
  await expectHashOf(sentence)
  await editAsStaff(owner, await see(comment.id), 'Other words.')
  await expectHashOf('Other words.')
})

test('moves, drops and restores the reasons of a moderated edit together with it', async () => {
  const { comment, editToken } = await write()
  const found = [{ rule: 'first-link' }, { rule: 'foreign-markup' }]
  const early = [{ rule: 'links', verdict: 'pending', reason: '4 links' }]
  await db().comment.update({ where: { id: comment.id }, data: { screening: early } })
  await editComment(comment.id, bad, editToken)
  expect((await see(comment.id)).reasons).toMatchObject([...found, ...early])
  expect(
    (await listForAdmin(owner, { status: 'pending', rule: 'foreign-markup' })).comments,
  ).toHaveLength(1)

  const kept = await judge(comment.id, 'keep')
  expect(await row(comment.id)).toMatchObject({ screening: early, waitingScreening: [] })
  await undo(kept)
  expect(await row(comment.id)).toMatchObject({ screening: early, waitingScreening: found })

  const approved = await judge(comment.id, 'published')
  expect(await row(comment.id)).toMatchObject({
    screening: [...early, ...found],
    waitingScreening: [],
  })
  await undo(approved)
  expect(await row(comment.id)).toMatchObject({ screening: early, waitingScreening: found })
})

test('moderates the edit that was read, not a later version', async () => {
  const { comment, editToken } = await write()
  await editComment(comment.id, bad, editToken)
  const seen = await see(comment.id)
  expect(seen.version).toMatch(/^[0-9a-f]{32}$/)
  await editComment(comment.id, worse, editToken)
  for (const verdict of ['published', 'keep'] as const)
    expect(await moderateComments(owner, [seen], verdict)).toMatchObject([changed])
  expect(await row(comment.id)).toMatchObject({ content: sentence, waitingContent: worse })
})
