import { beforeEach, describe, expect, test } from 'vitest'
import { editComment, getOwnComment } from '@/lib/comments/writing/own-comment'
import { db } from '@/lib/db/client'
import {
  emptyBlog,
  newcomer,
  row,
  rulesOf,
  sentence,
  stampOf,
  waitingRulesOf,
  write,
} from '@/test/comments/screened-comments'
import { blockOf } from '@/test/comments/screening'
import { ownDatabase } from '@/test/database/database'

await ownDatabase()
beforeEach(emptyBlog)

describe('an edit', () => {
  const bad = '[url=https://a.example]shoes[/url]'

  test('is pending if held, while the earlier text stays published', async () => {
    const { comment, editToken } = await write(sentence)
    const edited = await editComment(comment.id, bad, editToken, newcomer())
    expect(edited).toMatchObject({ status: 'pending', comment: { content: sentence } })
    expect(await row(comment.id)).toMatchObject({
      status: 'published',
      content: sentence,
      waitingContent: bad,
    })
    expect(await waitingRulesOf(comment.id)).toContain('foreign-markup')
    expect(await rulesOf(comment.id)).toEqual(['stamp'])
    expect(await getOwnComment(comment.id, editToken)).toMatchObject({
      status: 'published',
      waitingContent: bad,
    })
    expect(await db().commentEdit.count()).toBe(0)
  })

  test('replaces or clears a pending edit', async () => {
    const { comment, editToken } = await write(sentence)
    await editComment(comment.id, bad, editToken)
    await editComment(comment.id, `${bad} and more`, editToken)
    expect(await row(comment.id)).toMatchObject({
      content: sentence,
      waitingContent: `${bad} and more`,
    })
    expect(await editComment(comment.id, 'A sentence that harms nobody.', editToken)).toMatchObject(
      { status: 'published' },
    )
    expect(await row(comment.id)).toMatchObject({
      content: 'A sentence that harms nobody.',
      waitingContent: null,
      waitingSince: null,
    })
    expect(await db().commentEdit.findMany()).toMatchObject([{ content: sentence }])
  })

  test('adds up doubts of the comment and the edit', async () => {
    const { comment, editToken } = await write(sentence)
    expect(await rulesOf(comment.id)).toEqual(['stamp'])
    for (const n of [1, 2]) {
      expect(
        await editComment(comment.id, `${sentence} See https://shoes${n}.example/`, editToken),
      ).toMatchObject({ status: 'pending' })
      expect(await waitingRulesOf(comment.id)).toEqual(['stamp', 'first-link', 'doubts'])
    }
    expect(await row(comment.id)).toMatchObject({ content: sentence })
  })

  test('with a link is published without further doubts', async () => {
    const { comment, editToken } = await write(sentence, newcomer({ stamp: stampOf(60_000) }))
    expect(
      await editComment(comment.id, `${sentence} See https://a.example/`, editToken),
    ).toMatchObject({ status: 'published' })
  })

  test('is held in a flood if the network of its comment was new', async () => {
    const { comment, editToken } = await write(sentence)
    for (let n = 0; n < 31; n++) await write(`This is what reader number ${n} has to say.`)
    expect(await editComment(comment.id, `${sentence} More.`, editToken)).toMatchObject({
      status: 'pending',
    })
    expect(await waitingRulesOf(comment.id)).toContain('flood')
  })

  test('is held by a block on the network of its comment, wherever it comes from', async () => {
    const { comment, editToken } = await write(sentence)
    const { networkKey } = await row(comment.id)
    await db().commentBlock.create({ data: blockOf('network', networkKey ?? '') })
    expect(await editComment(comment.id, `${sentence} More.`, editToken, newcomer())).toMatchObject(
      { status: 'pending' },
    )
  })

  test('of a pending comment changes it and leaves it pending', async () => {
    const { comment, editToken } = await write(bad)
    expect(await editComment(comment.id, sentence, editToken)).toMatchObject({
      status: 'pending',
      comment: { content: sentence },
    })
    expect(await row(comment.id)).toMatchObject({
      status: 'pending',
      content: sentence,
      waitingContent: null,
    })
  })

  test('of spam is reported as pending to its author', async () => {
    const { comment, editToken } = await write(sentence, newcomer({ trap: 'x' }))
    expect(await getOwnComment(comment.id, editToken)).toMatchObject({ status: 'pending' })
    expect(await editComment(comment.id, `${sentence} More.`, editToken)).toMatchObject({
      status: 'pending',
    })
    expect(await row(comment.id)).toMatchObject({ status: 'spam', content: `${sentence} More.` })
  })

  test('keeps earlier reasons apart from those of the pending edit', async () => {
    const { comment, editToken } = await write(sentence, newcomer({ trap: 'x' }))
    await editComment(comment.id, 'A sentence that harms nobody.', editToken)
    expect(await rulesOf(comment.id)).toContain('trap')
    const shown = await write('Another sentence that harms nobody.')
    await editComment(shown.comment.id, bad, shown.editToken)
    expect(await rulesOf(shown.comment.id)).toEqual(['stamp'])
    expect(await waitingRulesOf(shown.comment.id)).toContain('foreign-markup')
    await editComment(shown.comment.id, 'A third one that harms nobody.', shown.editToken)
    expect(await row(shown.comment.id)).toMatchObject({
      screening: [{ rule: 'stamp' }],
      waitingScreening: [],
    })
  })
})
