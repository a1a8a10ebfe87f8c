import type { BrowserContext, Page } from '@playwright/test'
import { commentStatuses } from '@/lib/comments/moderation/moderation'
import type { Findings } from '@/tools/prove/part'
import {
  type AdminCounts,
  hostileEmail,
  hostileNames,
} from '@/tools/prove/requests/hostile-content'
import { checkAllPages, checkPage, openAndCheck } from './check-page'
import type { RecordedEvents } from './monitored-context'

export const owner = { email: 'owner@example.org', password: 'a test password' }

/** Signs the owner in with the form of the admin area. */
export async function openAdmin(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/admin/sign-in`)
  await page.fill('input[name="email"]', owner.email)
  await page.fill('input[name="password"]', owner.password)
  await Promise.all([
    page.waitForURL((at) => !at.pathname.endsWith('/sign-in')),
    page.getByRole('button', { name: 'Sign in' }).click(),
  ])
  return page
}

/**
 * Checks every page of every comment queue, and all other admin pages that show untrusted text.
 * @returns the number of pages and the number of comments in the queues
 */
export async function checkAdmin(
  page: Page,
  url: string,
  expected: AdminCounts,
  seen: RecordedEvents,
  findings: Findings,
) {
  let pages = 0
  const shown: string[] = []
  for (const status of commentStatuses) {
    const queue = await checkAllPages(
      page,
      `${url}/admin/comments?status=${status}`,
      'Older comments',
      seen,
    )
    pages += queue.pages
    shown.push(...queue.comments)
  }
  const comments = new Set(shown).size
  findings.expect(
    comments === expected.comments,
    `the admin area shows ${comments} of ${expected.comments} comments`,
  )
  findings.expect(
    shown.length === expected.comments + expected.waiting,
    `the admin area shows ${shown.length} comments with pending edits, not ${expected.waiting}`,
  )
  const addresses = [
    // A filtered list repeats its filter above the comments.
    ...hostileNames.map(
      (name) =>
        `/admin/comments?${new URLSearchParams({
          status: 'published',
          author: name,
          search: name,
        })}`,
    ),
    '/admin',
    '/admin/posts',
    '/admin/stats',
  ]
  for (const address of addresses) await openAndCheck(page, url + address, seen)
  await blockNames(page, url)
  const rows = page.locator('.admin-rows > li')
  // Names that differ only in invisible or look-alike characters form one block.
  await openAndCheck(page, `${url}/admin/blocks`, seen)
  findings.expect((await rows.count()) > 0, '/admin/blocks lists no block')
  const ofReader = await checkReader(page, url, seen)
  findings.expect(
    ofReader === expected.comments,
    `/admin/readers shows ${ofReader} of ${expected.comments} comments of a reader`,
  )
  return { pages: pages + addresses.length + 2, comments }
}

/** Blocks names through the form in the admin area, which then shows them as entered. */
async function blockNames(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/blocks?kind=name`, { waitUntil: 'networkidle' })
  await page.getByLabel('Mark matching comments as spam').fill(hostileNames.join('\n'))
  await Promise.all([
    page.waitForURL(/done=blocks-saved/),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ])
}

/**
 * Checks the page with the stored data of the author of all hostile comments, found by e-mail
 * address.
 */
async function checkReader(page: Page, url: string, seen: RecordedEvents): Promise<number> {
  await page.goto(`${url}/admin/readers`, { waitUntil: 'networkidle' })
  await page.fill('#reader-shown', hostileEmail)
  await Promise.all([
    page.waitForURL(/ticket=/),
    page.getByRole('button', { name: 'Show data' }).click(),
  ])
  await page.waitForLoadState('networkidle')
  await checkPage(page, seen)
  return page.locator('article .prose-comment').count()
}
