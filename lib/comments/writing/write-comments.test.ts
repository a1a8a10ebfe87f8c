import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Comment } from '@/lib/comments/comment'
import { listComments } from '@/lib/comments/reading/list-comments'
import { countOfPost } from '@/lib/comments/reading/list-threads'
import { db } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { addActor } from '@/test/authorisation/actors'
import { countComments } from '@/test/comments/count-comments'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { isNightly } from '@/test/nightly'
import { addComment } from './add-comment'
import { deleteComment, editComment } from './own-comment'

await ownDatabase()

/** A staff writer, whose comments are not screened, because this test covers only the threads. */
const staff = await addActor('owner')

type Step = { kind: 'add' | 'edit' | 'delete'; at: number; slug: 'a' | 'b'; words: string }

/** The expected state, kept in memory. */
type Known = {
  id: number
  slug: string
  parent: number | undefined
  content: string
  token: string
  deleted: boolean
}

function expectedThreads(
  known: Known[],
  slug: string,
  parent: number | undefined,
): [string, unknown[]][] {
  return known
    .filter((one) => one.slug === slug && one.parent === parent)
    .map((one): [string, unknown[], boolean] => [
      one.deleted ? '' : one.content,
      expectedThreads(known, slug, one.id),
      one.deleted,
    ])
    .filter(([, replies, deleted]) => !deleted || replies.length > 0)
    .map(([content, replies]) => [content, replies])
}

const shape = ({ content, replies }: Comment): [string, unknown[]] => [content, replies.map(shape)]

function depthOf(known: Known[], one: Known): number {
  const parent = known.find(({ id }) => id === one.parent)
  return parent ? depthOf(known, parent) + 1 : 1
}

/** Applies a step to the database and to the expected state, and compares their refusals. */
async function take(known: Known[], { kind, at, slug, words }: Step): Promise<void> {
  const target = known[at % (known.length + 1)]
  if (kind === 'add') {
    const adding = addComment(
      { slug, content: words, author_name: 'Ada', ...(target && { parent_id: target.id }) },
      { staff },
    )
    if (target && (target.deleted || target.slug !== slug))
      return expect(adding).rejects.toMatchObject({ code: 'not-found' })
    const { comment, editToken } = await adding
    const parent = target && depthOf(known, target) === 6 ? target.parent : target?.id
    known.push({ id: comment.id, slug, parent, content: words, token: editToken, deleted: false })
    return
  }
  if (!target) return
  const changing =
    kind === 'edit'
      ? editComment(target.id, words, target.token, { staff })
      : deleteComment(target.id, target.token)
  if (target.deleted) return expect(changing).rejects.toBeInstanceOf(AppError)
  await changing
  if (kind === 'edit') target.content = words
  else target.deleted = true
}

test('keeps threads and counts correct for any sequence of writes', async () => {
  const step = fc.record({
    kind: fc.constantFrom<Step['kind']>('add', 'add', 'add', 'edit', 'delete'),
    at: fc.nat(),
    slug: fc.constantFrom<Step['slug']>('a', 'a', 'b'),
    words: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map((text) => `x${text.replaceAll(/\p{Cc}/gu, '')}`),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      await db().post.deleteMany()
      await Promise.all([addPost('a'), addPost('b')])
      const known: Known[] = []
      for (const one of steps) await take(known, one)
      for (const slug of ['a', 'b']) {
        const { comments } = await listComments(slug)
        expect(comments.map(shape)).toEqual(expectedThreads(known, slug, undefined))
        expect((await countOfPost(slug)).comments).toBe(countComments(comments))
      }
    }),
    { numRuns: isNightly ? 40 : 15 },
  )
})
