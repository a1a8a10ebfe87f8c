import { beforeEach, expect, test, vi } from 'vitest'
import { db } from '@/lib/db/client'
import { addActor } from '@/test/authorisation/actors'
import { addPost } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { getBlogSettings, saveBlogSettings } from './blog-settings'
import { getBlog, getNotifiedAddresses, navigationLinks } from './get-blog'

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

test('describes an unnamed blog in its own language', async () => {
  await saveBlogSettings(owner, { ...words, name: '', language: 'de' })
  expect((await getBlog()).description).toMatch(/^Ein Blog/)
})

test('saved settings apply immediately, and a named blog may have no description', async () => {
  await getBlog()
  await saveBlogSettings(owner, words)
  await saveBlogSettings(owner, { navigation: [{ text: 'About', href: '/posts/about' }] })
  expect(await getBlog()).toEqual({
    name: 'Night Notes',
    author: 'Ada',
    description: '',
    language: 'ar',
    direction: 'rtl',
    timeZone: 'Asia/Tokyo',
    pages: [],
    navigation: [{ text: 'About', href: '/posts/about' }],
    order: 'oldest',
    reactions: true,
    logo: '',
    picture: '',
    bio: '',
    accent: '',
    footer: '',
    social: [],
  })
  expect((await getBlogSettings(owner)).general).toEqual({ ...words, zone: 'Asia/Tokyo' })
})

test('comment settings and blog settings do not overwrite each other', async () => {
  await db().blogSettings.create({ data: { commentsOff: true } })
  await saveBlogSettings(owner, words)
  expect(await db().blogSettings.findUnique({ where: { id: 1 } })).toMatchObject({
    commentsOff: true,
    name: 'Night Notes',
  })
})

test('saves some options and keeps the others', async () => {
  await saveBlogSettings(owner, {
    options: { footer: 'Made by hand', notify: 'ada@example.org\neve@example.org' },
  })
  await saveBlogSettings(owner, { options: { accent: '#1d4ed8' } })
  expect(await getBlog()).toMatchObject({ footer: 'Made by hand', accent: '#1d4ed8', logo: '' })
  expect(await getNotifiedAddresses()).toEqual(['ada@example.org', 'eve@example.org'])
  expect(await getBlogSettings(owner)).toMatchObject({
    options: { moderation: '', accent: '#1d4ed8', footer: 'Made by hand' },
  })
})

test('saves settings and options together, or neither', async () => {
  const row = () => db().blogSettings.findUnique({ where: { id: 1 } })
  const none = saveBlogSettings(owner, { name: 'Words', options: { footer: '\u0000' } })
  await expect(none).rejects.toThrow()
  expect(await row()).toBeNull()
  await saveBlogSettings(owner, { name: 'Words', options: { footer: 'By hand' } })
  expect(await row()).toMatchObject({ name: 'Words', options: { footer: 'By hand' } })
})

test('reads the settings of another process immediately', async () => {
  await getBlog()
  await db().blogSettings.create({ data: { name: 'Elsewhere' } })
  expect((await getBlog()).name).toBe('Elsewhere')
})

test('uses the last known settings if the database is unavailable', async () => {
  await saveBlogSettings(owner, words)
  await getBlog()
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(db().blogSettings, 'findUnique').mockRejectedValue(
    Object.assign(new Error('unavailable'), { code: 'ECONNREFUSED' }),
  )
  expect((await getBlog()).name).toBe('Night Notes')
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
    navigation: null,
  })
})

test('links to the published pages until the owner chooses links, even none', async () => {
  const links = async () => navigationLinks(await getBlog()).map(({ href }) => href)
  const { id } = await addPost('about', { title: 'About' })
  await db().post.update({ where: { id }, data: { isPage: true } })
  expect(await links()).toEqual(['/about'])
  const navigation = [
    { text: 'About', href: '/about' },
    { text: 'Search', href: '/search' },
  ]
  await saveBlogSettings(owner, { navigation, options: { ownNavigation: true } })
  expect(await links()).toEqual(['/about', '/search'])
  await db().post.update({ where: { id }, data: { draft: true } })
  expect(await links()).toEqual(['/search'])
  await db().post.update({ where: { id }, data: { draft: false } })
  await saveBlogSettings(owner, { navigation: [] })
  expect(await links()).toEqual([])
  await db().post.delete({ where: { id } })
})

test('rejects a time zone unknown to the database', async () => {
  await expect(
    saveBlogSettings(owner, { ...words, zone: 'Moon/Tranquility' }),
  ).rejects.toMatchObject({
    errors: [{ field: 'zone' }],
  })
})

test.each([
  ['getBlogSettings', (actor: typeof owner | undefined) => getBlogSettings(actor)],
  ['saveBlogSettings', (actor: typeof owner | undefined) => saveBlogSettings(actor, words)],
])('%s is for the owner only', async (_, call) => {
  await expect(call(undefined)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(call(moderator)).rejects.toMatchObject({ code: 'forbidden' })
})
