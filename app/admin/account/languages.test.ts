import { beforeAll, expect, test } from 'vitest'
import { createOwner } from '@/lib/auth/create-owner'
import { db } from '@/lib/db/client'
import { AdminBrowser } from '@/test/admin-browser'
import { addPage, addPost, addSite } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { startServer, type TestServer } from '@/test/servers/server'

const AUTH_SECRET = 'test secret of at least 32 characters'
process.env.AUTH_SECRET = AUTH_SECRET
const DATABASE_URL = await ownDatabase()
const owner = { email: 'olivia@example.org', password: 'a long enough password', name: 'Olivia' }

let server: TestServer
beforeAll(async () => {
  await createOwner(owner)
  await db().blogSettings.create({ data: { id: 1, language: 'en-IE' } })
  const { id: postId } = await addPost('hello')
  await db().viewTotal.create({ data: { postId, shard: 0, views: 1_234_567 } })
  const { id: siteId } = await addSite(['https://garden.example'], { language: 'en-AU' })
  await addPage(siteId, 'garden.example/roses')
  server = await startServer({ DATABASE_URL, AUTH_SECRET, TRUSTED_PROXY_HOPS: '1' })
})

test('a staff member chooses the language of the admin area', async () => {
  const browser = new AdminBrowser(server.url)
  await browser.signIn(owner.email, owner.password)
  expect((await browser.open('/admin/posts')).text).toContain('lang="en-IE"')

  const saved = await browser.submit('/admin/account', 'Save', { language: 'en' })
  expect(saved.headers.get('location')).toBe('/admin/account?done=settings-saved')
  expect(await db().staff.findFirst()).toMatchObject({ language: 'en' })
  expect((await browser.open('/admin/account')).text).toContain('class="admin-frame" lang="en"')

  const italian = '<option value="it">Italiano [^<]*unreviewed[^<]*</option>'
  const japanese = '<option value="ja" lang="ja">日本語<'
  const languages = new RegExp(`${italian}.*${japanese}`, 's')
  expect((await browser.open('/admin/account')).text).toMatch(languages)

  const unknown = await browser.submit('/admin/account', 'Save', { language: 'tlh' })
  expect(unknown.headers.get('location')).toBe('/admin/account?error=language')
  await browser.submit('/admin/account', 'Save', { language: '' })
  expect(await db().staff.findFirst()).toMatchObject({ language: null })
})

test('every page of the admin area is in the language of the staff member', async () => {
  // Numbers show the language, because the messages of all tests are in English.
  await db().staff.updateMany({ data: { language: 'en-IN' } })
  const browser = new AdminBrowser(server.url)
  await browser.signIn(owner.email, owner.password)
  const { text } = await browser.open('/admin/posts?tab=published')
  expect(text).toContain('lang="en-IN" dir="ltr"')
  expect(text).toContain('12,34,567 views')
  expect((await browser.open('/posts/hello')).text).toContain('1,234,567 views')
})

test('the thread of another site is in the language of the site', async () => {
  const text = await (await fetch(`${server.url}/threads/garden.example/roses`)).text()
  expect(text).toContain('<html lang="en-IE"')
  expect(text).toContain(
    '<div lang="en-AU" dir="ltr" data-content-language="en-AU" class="contents">',
  )
})
