import { beforeEach, describe, expect, test } from 'vitest'
import { addComment } from '@/lib/comments/writing/add-comment'
import { db } from '@/lib/db/client'
import { addressHashes, addressProof } from '@/lib/mail/reader-address'
import { addActor } from '@/test/authorisation/actors'
import {
  emptyBlog,
  newcomer,
  row,
  rulesOf,
  sentence,
  stampOf,
  write,
} from '@/test/comments/screened-comments'
import { blockOf } from '@/test/comments/screening'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { blockKeysOf } from './screen-comment'

await ownDatabase()
beforeEach(emptyBlog)

describe('a new comment', () => {
  test('is published without findings, with its network hashed and keyed', async () => {
    const commenter = newcomer()
    const { comment, status } = await write(sentence, commenter)
    expect(status).toBe('published')
    const { networkHash, networkKey, isNewcomer, textHash } = await row(comment.id)
    expect(networkKey).toBe(blockKeysOf(commenter.network ?? '')[0])
    expect(networkHash).not.toBe(networkKey)
    expect([isNewcomer, textHash.length]).toEqual([true, 43])
  })

  test('is spam with a filled honeypot, and the reason is stored', async () => {
    const { comment, status } = await write(sentence, newcomer({ trap: 'https://spam.example' }))
    expect(status).toBe('spam')
    expect(await rulesOf(comment.id)).toContain('trap')
  })

  test('is held for repeated text by any author on any post', async () => {
    await addPost('other')
    await write(sentence)
    const again = await addComment(
      { slug: 'other', content: ` ${sentence.toUpperCase()} `, author_name: 'Eve' },
      newcomer(),
    )
    expect(again.status).toBe('pending')
    expect(await rulesOf(again.comment.id)).toContain('same-text')
  })

  test('is published if the same text is eight days old', async () => {
    const { comment } = await write(sentence)
    await db().comment.update({
      where: { id: comment.id },
      data: { createdAt: new Date(Date.now() - 8 * 86_400_000) },
    })
    expect((await write(sentence)).status).toBe('published')
  })

  test('is held in the mode “trusted” if its author has no approved comment', async () => {
    const options = { moderation: 'trusted' }
    await db().blogSettings.create({ data: { options } })
    const email = 'ada@example.org'
    const hash = addressHashes('ada@example.org')[0]
    const comment = { slug: 'hello', author_name: 'Ada', author_email: email }
    const reader = () => newcomer({ addressProof: addressProof(hash) })
    const first = await addComment({ ...comment, content: sentence }, reader())
    expect(first.status).toBe('pending')
    expect(await rulesOf(first.comment.id)).toContain('moderation')
    await db().comment.update({ where: { id: first.comment.id }, data: { status: 'published' } })
    const again = { ...comment, content: 'Another sentence of the same reader.' }
    expect((await addComment(again, reader())).status).toBe('published')
    // Anyone can enter someone's address.
    const content = 'A third sentence, without proof of the address.'
    expect((await addComment({ ...comment, content }, newcomer())).status).toBe('pending')
    await db().blogSettings.deleteMany()
  })

  test('is published without screening if staff wrote it', async () => {
    const staff = await addActor('moderator')
    const { comment, status } = await write(
      '[url=https://a.example]a[/url]',
      newcomer({ staff }),
      staff.name,
    )
    expect(status).toBe('published')
    expect((await row(comment.id)).staffId).toBe(staff.staffId)
  })

  test('is rejected under a name that resembles a staff name', async () => {
    await addActor('owner')
    await addActor('moderator')
    for (const name of [
      'Olivia Owner',
      'olivia-owner',
      'Οlivia Οwner',
      'OIivia 0wner',
      'Max  Moderator',
      'Max Moderat0r',
    ]) {
      await expect(write(sentence, newcomer(), name)).rejects.toMatchObject({
        errors: [{ field: 'author_name' }],
      })
    }
    expect((await write(sentence, newcomer(), 'Olivia Other')).status).toBe('published')
  })
})

describe('the stamp of a form', () => {
  test('can be used once', async () => {
    const stamp = stampOf(60_000)
    expect((await write(sentence, newcomer({ stamp }))).status).toBe('published')
    expect(
      (await write('Something else altogether, as it seems.', newcomer({ stamp }))).status,
    ).toBe('pending')
  })

  test('is accepted for one of two concurrent comments', async () => {
    const stamp = stampOf(60_000)
    const both = await Promise.all(
      ['One of two things to say.', 'Other words, in a hurry.'].map((kind) =>
        write(kind, newcomer({ stamp })),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['pending', 'published'])
  })

  test('is not used up by a retry, which gets the first response', async () => {
    const stamp = stampOf(60_000)
    const send = () =>
      addComment({ slug: 'hello', content: sentence, author_name: 'Ada' }, newcomer({ stamp }), {
        text: 'a-key-of-a-form',
        isSecret: false,
      })
    const first = await send()
    const again = await send()
    expect([again.comment.id, again.status]).toEqual([first.comment.id, 'published'])
  })

  test('holds the comment if it is too new, too old or forged', async () => {
    const forged = stampOf(60_000).replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))
    for (const [stamp, kind] of [
      [stampOf(0), 'Young'],
      [stampOf(25 * 3_600_000), 'Old'],
      [forged.replace(/.$/, '_'), 'Forged'],
      ['x', 'None'],
    ] as const) {
      expect((await write(`${kind} words in a sentence.`, newcomer({ stamp }))).status, kind).toBe(
        'pending',
      )
    }
  })
})

describe('blocks', () => {
  test('apply to the next comment until they expire', async () => {
    expect((await write('My casino story, the first.')).status).toBe('published')
    const block = await db().commentBlock.create({ data: blockOf('word', 'casino') })
    expect((await write('My casino story, the second.')).status).toBe('pending')
    await db().commentBlock.update({ where: { id: block.id }, data: { verdict: 'spam' } })
    expect((await write('My casino story, the third.')).status).toBe('spam')
    await db().commentBlock.update({ where: { id: block.id }, data: { expiresAt: new Date() } })
    expect((await write('My casino story, the fourth.')).status).toBe('published')
  })

  test('of a network hold only its comments', async () => {
    const commenter = newcomer()
    const { comment } = await write('Before the block was made.', commenter)
    const { networkKey } = await row(comment.id)
    await db().commentBlock.create({
      data: blockOf('network', networkKey ?? '', { verdict: 'spam' }),
    })
    expect((await write('After the block was made.', commenter)).status).toBe('spam')
    expect((await write('After the block, by another.')).status).toBe('published')
  })
})

describe('a flood', () => {
  const flood = async (from: number, to: number) => {
    const verdicts: string[] = []
    for (let n = from; n < to; n++)
      verdicts.push((await write(`This is what reader number ${n} has to say.`)).status)
    return verdicts
  }
  const pass = (minutes: number) =>
    db().$executeRaw`UPDATE comments SET created_at = created_at - ${minutes} * interval '1 minute'`

  test('holds comments of new networks until it ends, and notifies once a day', async () => {
    const known = newcomer()
    await write('A reader of yesterday, with a sentence.', known)
    await pass(60)
    expect(await flood(0, 30)).toEqual(Array.from({ length: 30 }, () => 'published'))
    expect(await flood(30, 40)).toEqual(Array.from({ length: 10 }, () => 'pending'))
    expect((await write('The reader of yesterday again, amid all of it.', known)).status).toBe(
      'published',
    )
    expect(await db().outboxMail.count({ where: { kind: 'flood' } })).toBe(1)
    await pass(11)
    expect((await write('The first after the flood has run off.')).status).toBe('published')
  })

  test('is announced once when several comments start it concurrently', async () => {
    await flood(0, 30)
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => write(`At the same time comes reader ${n} of eight.`)),
    )
    expect(await db().outboxMail.count({ where: { kind: 'flood' } })).toBe(1)
  })

  test('of held comments does not make their network known', async () => {
    const commenter = newcomer({ trap: 'x' })
    await write('Spam of an hour ago, by a program.', commenter)
    await pass(60)
    const { comment } = await write('Something else by that network.', { ...commenter, trap: '' })
    expect((await row(comment.id)).isNewcomer).toBe(true)
  })
})
