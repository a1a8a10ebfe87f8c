import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { ownDatabase } from '@/test/database/database'
import { getBlogDetails, saveBlogDetails, saveNavigation } from './blog-settings'
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

test('without settings, uses the defaults and the configured time zone', async () => {
  expect(await getBlog()).toMatchObject({
    name: 'Afterword',
    author: '',
    language: 'en',
    direction: 'ltr',
    timeZone: 'America/New_York',
  })
  expect((await getBlog()).description).not.toBe('')
})

test('saved settings apply at once, and a named blog may have an empty description', async () => {
  await getBlog()
  await saveBlogDetails(owner, words)
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
  expect(await getBlogDetails(owner)).toMatchObject({ ...words, zone: 'Asia/Tokyo' })
})

test('comment settings and blog settings do not overwrite each other', async () => {
  await db().blogSettings.create({ data: { commentsOff: true } })
  await saveBlogDetails(owner, words)
  expect(await db().blogSettings.findUnique({ where: { id: 1 } })).toMatchObject({
    commentsOff: true,
    name: 'Night Notes',
  })
})

test('calls within a render share one promise', () => {
  expect(getBlog()).toBe(getBlog())
})

test('reads the settings of another process within seconds', async () => {
  await getBlog()
  await db().blogSettings.create({ data: { name: 'Elsewhere' } })
  expect((await getBlog()).name).toBe('Afterword')
  const later = performance.now() + 5_001
  vi.spyOn(performance, 'now').mockReturnValue(later)
  expect((await getBlog()).name).toBe('Elsewhere')
  vi.restoreAllMocks()
})

test('uses the last known settings and logs a warning if the database is unavailable', async () => {
  await saveBlogDetails(owner, words)
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

test('falls back to the defaults for invalid values in the row', async () => {
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

test('rejects a time zone unknown to the database', async () => {
  await expect(
    saveBlogDetails(owner, { ...words, zone: 'Moon/Tranquility' }),
  ).rejects.toMatchObject({
    errors: [{ field: 'zone' }],
  })
})

test.each([
  ['getBlogDetails', (who: typeof owner | undefined) => getBlogDetails(who)],
  ['saveBlogDetails', (who: typeof owner | undefined) => saveBlogDetails(who, words)],
  ['saveNavigation', (who: typeof owner | undefined) => saveNavigation(who, [])],
])('%s is for the owner only', async (_, ask) => {
  await expect(ask(undefined)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(ask(moderator)).rejects.toMatchObject({ code: 'forbidden' })
})
