import { beforeAll, expect, test, vi } from 'vitest'
import type { PostFormAct } from '@/components/admin/posts/post-form-state'
import type { Actor } from '@/lib/auth/actor'
import { db } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { reservePostId } from '@/lib/posts/editing/create-post'
import { getPostState } from '@/lib/posts/editing/get-post-state'
import { getPost } from '@/lib/posts/reading/get-posts'
import { addActor } from '@/test/authorisation/actors'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { form } from '@/test/form-data'

// Pages can be invalidated only within a request. The route tests cover it.
vi.mock(import('@/lib/http/purge-pages'), () => ({
  purgeMovedPost: vi.fn(),
  purgePost: vi.fn(),
}))
vi.mock(import('@/lib/http/after-response'), () => ({ fetchPreviewsAfter: vi.fn() }))
const { refusedForm, saveForm } = await import('./save-form')

await ownDatabase()
let owner: Actor
beforeAll(async () => {
  owner = await addActor('owner')
})

const empty = { slug: '', title: '', summary: '', tags: '', cover: '', coverAlt: '', content: '' }
const typed = { ...empty, title: 'Changed', tags: 'a, b', content: 'Words.' }

/** Returns a function that presses a button on a post’s form. */
const formOf =
  (id: number) =>
  (act: PostFormAct, base: number, fields: object = {}) =>
    saveForm(owner, form({ ...typed, ...fields, id: String(id), base: String(base), act }))

test('each button saves the changes to a published post, then acts on them', async () => {
  const { id } = await addPost('published')
  const press = formOf(id)
  const state = () => getPostState(owner, id)
  expect(await press('save', 1)).toMatchObject({ done: 'saved', revision: 2 })
  expect(await state()).toMatchObject({ changed: true, updateAt: null })
  const updateAt = { updateAt: '2040-01-01T10:00' }
  expect((await press('schedule-update', 2, updateAt)).done).toBe('update-scheduled')
  expect((await state()).updateAt).toBe('2040-01-01T10:00:00.000Z')
  expect((await press('cancel-update', 2)).done).toBe('update-cancelled')
  expect((await state()).updateAt).toBeNull()
  expect((await press('discard', 2)).done).toBe('discarded')
  expect(await state()).toMatchObject({ changed: false, revision: 3 })
  expect(await press('publish', 3)).toMatchObject({ done: 'updated', revision: 4 })
  expect(await state()).toMatchObject({ status: 'published', changed: false })
  expect((await press('unpublish', 4)).done).toBe('unpublished')
  expect((await press('publish', 4)).done).toBe('published')
})

test('an invalid update time is rejected; with a past one, the text is saved', async () => {
  const { id } = await addPost('timed')
  const press = formOf(id)
  const errors = [{ field: 'updateAt' }]
  await expect(press('schedule-update', 1)).rejects.toMatchObject({ errors })
  expect(await getPostState(owner, id)).toMatchObject({ revision: 1 })
  const past = press('schedule-update', 1, { updateAt: '2020-01-01T10:00' })
  await expect(past).rejects.toMatchObject({ errors, saved: { revision: 2 } })
})

test('Enter in the date field of a published post saves, but does not hide it', async () => {
  const { id } = await addPost('dated', { content: 'Public words.' })
  const late = formOf(id)('save', 1, { at: '2040-01-01T10:00', savedAt: '2025-01-01T10:00' })
  await expect(late).rejects.toMatchObject({ errors: [{ field: 'at' }], saved: { revision: 2 } })
  expect(await getPostState(owner, id)).toMatchObject({ status: 'published', changed: true })
  expect(await getPost('dated')).toMatchObject({ content: 'Public words.' })
})

test('an update applies a new publication date; an invalid one publishes nothing', async () => {
  const { id } = await addPost('redated', { content: 'Public words.' })
  const press = formOf(id)
  const savedAt = '2025-01-01T10:00'
  const future = press('publish', 1, { at: '2040-01-01T10:00', savedAt })
  await expect(future).rejects.toMatchObject({ errors: [{ field: 'at' }], saved: { revision: 2 } })
  expect(await getPost('redated')).toMatchObject({ content: 'Public words.' })
  expect((await press('publish', 2, { at: '2024-05-06T07:08', savedAt })).done).toBe('updated')
  expect(await getPost('redated')).toMatchObject({
    content: 'Words.',
    publishedAt: new Date('2024-05-06T07:08Z'),
  })
})

test('a rejected search option keeps the input, and shows the error at its field', async () => {
  const { id } = await addPost('refused')
  const formData = form({
    ...typed,
    id: String(id),
    base: '1',
    act: 'save',
    metaTitle: 'Typed',
    canonical: 'javascript:alert(1)',
    noindex: 'on',
  })
  const error = await saveForm(owner, formData).catch((reason: unknown) => reason)
  if (!(error instanceof AppError)) throw error
  expect(refusedForm({ refusals: 0 }, formData, error)).toMatchObject({
    error: 'Please correct the marked fields.',
    errors: [{ field: 'canonical', message: 'Enter an absolute http: or https: URL.' }],
    typed: { metaTitle: 'Typed', canonical: 'javascript:alert(1)', noindex: true },
  })
  expect(await getPostState(owner, id)).toMatchObject({ revision: 1 })
})

test('a past date publishes with this date, but not by Enter in its field', async () => {
  const { id } = await addPost('dated-back', { draft: true })
  const press = formOf(id)
  const at = '2020-01-02T10:00'
  await expect(press('save', 1, { at, savedAt: '' })).rejects.toMatchObject({
    errors: [{ field: 'at' }],
  })
  expect(await getPostState(owner, id)).toMatchObject({ status: 'draft' })
  expect((await press('schedule', 2, { at })).done).toBe('published')
  const { publishedAt } = await db().post.findUniqueOrThrow({ where: { id } })
  expect(publishedAt).toEqual(new Date('2020-01-02T10:00Z'))
})

test('an invalid field does not prevent discarding or unpublishing', async () => {
  const { id } = await addPost('invalid')
  const press = formOf(id)
  await press('save', 1)
  const invalid = { canonical: 'javascript:alert(1)' }
  expect(await press('close-comments', 2, invalid)).toMatchObject({
    done: 'comments-closed',
    revision: 0,
  })
  expect((await press('discard', 2, invalid)).done).toBe('discarded')
  expect(await getPostState(owner, id)).toMatchObject({ changed: false })
  expect((await press('unpublish', 3, invalid)).done).toBe('unpublished')
  expect(await getPost('invalid')).toBeUndefined()
  await expect(press('publish', 3, invalid)).rejects.toMatchObject({
    errors: [{ field: 'canonical' }],
  })
})

test('the first button creates a new post, but not without text', async () => {
  const press = formOf(await reservePostId(owner))
  await expect(press('save', 0, empty)).rejects.toMatchObject({
    errors: [{ field: 'title', message: 'Enter a title or some text first.' }],
  })
  expect(await press('publish', 0)).toMatchObject({ done: 'published', revision: 1 })
})
