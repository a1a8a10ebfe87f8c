import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { ownDatabase } from '@/test/database/database'
import { getBlogWords, saveBlogWords, saveNavigation } from './blog-words'
import { forgetBlog, getBlog } from './get-blog'

process.env.TIME_ZONE = 'America/New_York'
await ownDatabase()
const owner = await addActor('owner')
const moderator = await addActor('moderator')
const words = {
  name: 'Night Notes',
  author: 'Ada',
  description: '',
  language: 'ar',
  zone: 'asia/tokyo',
}

beforeEach(async () => {
  await db().blogSettings.deleteMany()
  forgetBlog()
})

test('where nothing is set, the blog says what it says by itself, in the zone of the configuration', async () => {
  expect(await getBlog()).toMatchObject({
    name: 'Afterword',
    author: '',
    language: 'en',
    direction: 'ltr',
    timeZone: 'America/New_York',
  })
  expect((await getBlog()).description).not.toBe('')
})

test('what is saved holds at once, in its direction, and who has named the blog may have no description', async () => {
  await getBlog()
  await saveBlogWords(owner, words)
  await saveNavigation(owner, [{ text: 'About', href: '/posts/about' }])
  expect(await getBlog()).toEqual({
    ...{
      name: 'Night Notes',
      author: 'Ada',
      description: '',
      language: 'ar',
      direction: 'rtl',
      timeZone: 'Asia/Tokyo',
    },
    navigation: [{ text: 'About', href: '/posts/about' }],
  })
  expect(await getBlogWords(owner)).toMatchObject({ ...words, zone: 'Asia/Tokyo' })
})

test('the comments’ rules and the blog’s words do not overwrite each other', async () => {
  await db().blogSettings.create({ data: { commentsOff: true } })
  await saveBlogWords(owner, words)
  expect(await db().blogSettings.findUnique({ where: { id: 1 } })).toMatchObject({
    commentsOff: true,
    name: 'Night Notes',
  })
})

test('all who ask within a render share one answer', () => {
  expect(getBlog()).toBe(getBlog())
})

test('what another process saved is known within seconds', async () => {
  await getBlog()
  await db().blogSettings.create({ data: { name: 'Elsewhere' } })
  expect((await getBlog()).name).toBe('Afterword')
  const later = performance.now() + 5_001
  vi.spyOn(performance, 'now').mockReturnValue(later)
  expect((await getBlog()).name).toBe('Elsewhere')
  vi.restoreAllMocks()
})

test('while the database is away the blog goes by what was last known, and says so in the log', async () => {
  await saveBlogWords(owner, words)
  await getBlog()
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(db().blogSettings, 'findUnique').mockRejectedValue(
    Object.assign(new Error('away'), { code: 'ECONNREFUSED' }),
  )
  forgetBlog()
  expect((await getBlog()).name).toBe('Night Notes')
  expect(warn.mock.calls.flat().join('\n')).toContain('settings: ')
  vi.restoreAllMocks()
})

test('a row that holds what cannot be makes no page fail', async () => {
  await db().blogSettings.create({
    data: {
      language: 'not a tag',
      timeZone: 'Nowhere/Land',
      navigation: [{ text: 'x', href: 'javascript:alert(1)' }],
    },
  })
  expect(await getBlog()).toMatchObject({
    language: 'en',
    timeZone: 'America/New_York',
    navigation: [],
  })
})

test('a time zone that the database has no days of is refused', async () => {
  await expect(saveBlogWords(owner, { ...words, zone: 'Moon/Tranquility' })).rejects.toMatchObject({
    errors: [{ field: 'zone' }],
  })
})

test.each([
  ['getBlogWords', (who: typeof owner | undefined) => getBlogWords(who)],
  ['saveBlogWords', (who: typeof owner | undefined) => saveBlogWords(who, words)],
  ['saveNavigation', (who: typeof owner | undefined) => saveNavigation(who, [])],
])('%s is the owner’s alone', async (_, ask) => {
  await expect(ask(undefined)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(ask(moderator)).rejects.toMatchObject({ code: 'forbidden' })
})
