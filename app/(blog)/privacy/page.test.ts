import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { editableMinutes } from '@/lib/comments/writing/edit-token'
import { reportsToHold } from '@/lib/comments/writing/report-comment'
import { ownCommentCookieName } from '@/lib/http/cookies/reader-cookies'
import { unusedLinkLimits } from '@/lib/link-previews/store/unused-link-previews'
import { mailKeptDays, orphanedAddressDays } from '@/lib/mail/delete-old-mails'
import { networkKeptHours } from '@/lib/network-hash/daily-salt'
import { webhookKeptDays } from '@/lib/webhooks/due-webhooks'
import { startServer } from '@/test/servers/server'
import { cookies, embedStorageKeys, storageKeys } from './kept-in-browser'

const plain = await startServer()
const full = await startServer({
  SMTP_URL: 'smtp://mail.example',
  SITE_URL: 'https://blog.example',
  NOTIFY_EMAIL: 'owner@blog.example',
  UPSTASH_REDIS_REST_URL: 'https://redis.example',
  UPSTASH_REDIS_REST_TOKEN: 'x',
  AKISMET_KEY: 'x',
  ACCESS_LOG: 'on',
})

/** Returns the text content of the page. */
async function read(url: string): Promise<string> {
  const html = await (await fetch(`${url}/privacy`)).text()
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? []
  return main
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test('states each retention period that the code uses', async () => {
  const text = await read(plain.url)
  for (const claim of [
    `${networkKeptHours} hours, and until the next clean-up, which runs every hour`,
    `edit it for ${editableMinutes} minutes`,
    `Reports from ${reportsToHold} networks hide a comment`,
    `you follow a page with it, and up to ${mailKeptDays + orphanedAddressDays} days after`,
    `Kept: ${mailKeptDays} days`,
    `other links for ${unusedLinkLimits.keptHours} hours after their last use`,
  ])
    expect(text).toContain(claim)
})

test('lists every cookie and storage key of the code', async () => {
  const text = await read(plain.url)
  for (const { name } of cookies()) expect(text).toContain(`Cookie ${name}`)
  for (const { name } of storageKeys) expect(text).toContain(`Local storage ${name}`)
  expect(cookies().map(({ name }) => name)).toContain(ownCommentCookieName('…'))
})

test('no other code sets cookies or uses browser storage', () => {
  const found = { cookies: new Set<string>(), storage: new Set<string>() }
  const files = ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  for (const file of files) {
    if (!/\.tsx?$/.test(file) || /\.test\.|generated|testing/.test(file)) continue
    const code = readFileSync(file, 'utf8')
    if (/'Set-Cookie'|\bcookies\(\)\)\.set\(|\bjar\.set\(|document\.cookie/.test(code))
      found.cookies.add(file)
    if (/localStorage\.|stored-json'|sessionStorage|indexedDB|caches\.open/.test(code))
      found.storage.add(file)
  }
  // Add a new one to app/(blog)/privacy/kept-in-browser.ts, then here.
  expect([...found.cookies].sort()).toEqual([
    'components/ui/staff-bar.tsx',
    'lib/http/cookies/known-browser.ts',
    'lib/http/cookies/reader-cookies.ts',
    'lib/http/session/sign-in-challenge.ts',
    'lib/http/session/signed-in.ts',
  ])
  expect([...found.storage].sort()).toEqual([
    'components/admin/comments/key-commands.ts',
    'components/comments/browser-store.ts',
    'components/editor/saving/kept-draft.ts',
    'components/embed/stored.ts',
    'components/ui/stored-json.ts',
  ])
})

test('mentions mail and Redis only if they are configured', async () => {
  const unconfigured = await read(plain.url)
  const configured = await read(full.url)
  expect(unconfigured).toContain('This blog does not currently send e-mail.')
  expect(unconfigured).not.toMatch(/Redis|mail service|Vercel|Akismet/)
  expect(configured).toContain('The e-mail service, which delivers the e-mails you asked for.')
  expect(configured).toContain('keyed hashes in a Redis database that all processes share')
  expect(configured).toContain('Akismet, which checks comments for spam')
  expect(configured).not.toContain('does not currently send e-mail')
})

test('names the sites, what embeds store, and who receives webhooks', async () => {
  expect(await read(plain.url)).not.toMatch(/Pages of other sites|afterword-embed|resend/)
  const database = new pg.Client({ connectionString: full.databaseUrl })
  await database.connect()
  await database.query(`INSERT INTO sites (name, origins, webhook_url) VALUES
    ('Garden', '{https://garden.example}', ''),
    ('Kitchen', '{https://kitchen.example}', 'https://kitchen.example/webhook')`)
  await database.end()
  const text = await read(full.url)
  expect(text).toContain('likes from these sites are also stored here: Garden and Kitchen.')
  for (const { name } of embedStorageKeys) expect(text).toContain(`Local storage ${name}`)
  expect(text).toContain('link cards directly from the linked sites. They see your IP address')
  expect(text).toContain('The servers of Kitchen. They are notified of')
  expect(text).toContain(`Kept: ${webhookKeptDays} days`)
})

test('reading sets no cookie, and every page links to the privacy page', async () => {
  for (const path of ['/', '/privacy', '/privacy/your-data', '/docs/errors']) {
    const response = await fetch(plain.url + path)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await response.text()).toContain('href="/privacy"')
  }
})

test('mentions logged requests only if ACCESS_LOG is on', async () => {
  expect(await read(plain.url)).toContain('Only errors; requests are not logged')
  expect(await read(full.url)).toContain('Each request, with its route, status and duration')
})

test('a request does not add a line to the log', async () => {
  const before = plain.output()
  await read(plain.url)
  await fetch(`${plain.url}/nowhere`)
  expect(plain.output()).toBe(before)
})
