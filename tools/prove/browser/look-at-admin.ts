import type { BrowserContext, Page } from '@playwright/test'
import { commentStatuses } from '@/lib/comments/moderation/moderation'
import type { Findings } from '@/tools/prove/part'
import {
  hostileNames,
  type KeptForAdmin,
  strangersAddress,
} from '@/tools/prove/requests/strangers-words'
import { look, lookThrough, openAndLook } from './look-at-page'
import type { Seen } from './watched-context'

export const owner = { email: 'owner@example.org', password: 'the password of the proof' }

/** Signs the owner in, by the form of the admin area. */
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
 * Every heap of comments to its end, and whatever else the admin area shows of strangers.
 * @returns how many pages that were, and how many comments stood in the heaps
 */
export async function lookAtAdmin(
  page: Page,
  url: string,
  kept: KeptForAdmin,
  seen: Seen,
  findings: Findings,
) {
  let pages = 0
  const shown: string[] = []
  for (const status of commentStatuses) {
    const heap = await lookThrough(
      page,
      `${url}/admin/comments?status=${status}`,
      'Earlier comments',
      seen,
    )
    pages += heap.pages
    shown.push(...heap.comments)
  }
  const comments = new Set(shown).size
  findings.expect(
    comments === kept.comments,
    `of ${kept.comments} comments the admin area shows ${comments}`,
  )
  findings.expect(
    shown.length === kept.comments + kept.waiting,
    `with ${kept.waiting} edits the admin area shows ${shown.length} comments`,
  )
  const addresses = [
    // What a list is narrowed down to is said above it.
    ...hostileNames.map(
      (name) =>
        `/admin/comments?${new URLSearchParams({ status: 'published', author: name, search: name })}`,
    ),
    '/admin',
    '/admin/posts',
    '/admin/stats',
  ]
  for (const address of addresses) await openAndLook(page, url + address, seen)
  await blockNames(page, url)
  const rows = page.locator('.admin-rows > li')
  // Names that differ in their signs alone are one block.
  await openAndLook(page, `${url}/admin/blocks`, seen)
  findings.expect((await rows.count()) > 0, '/admin/blocks shows no row')
  const ofReader = await lookAtReader(page, url, seen)
  findings.expect(
    ofReader === kept.comments,
    `of ${kept.comments} comments of one reader the owner is shown ${ofReader}`,
  )
  return { pages: pages + addresses.length + 2, comments }
}

/** By the form of the admin area, which then lists them as they were written. */
async function blockNames(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/blocks`, { waitUntil: 'networkidle' })
  await page.selectOption('#block-kind', 'name')
  await page.fill('#block-values', hostileNames.join('\n'))
  await Promise.all([
    page.waitForURL(/done=blocked/),
    page.getByRole('button', { name: 'Block', exact: true }).click(),
  ])
}

/** What is kept of whoever wrote it all, found by the address. */
async function lookAtReader(page: Page, url: string, seen: Seen): Promise<number> {
  await page.goto(`${url}/admin/readers`, { waitUntil: 'networkidle' })
  await page.fill('#reader-shown', strangersAddress)
  await Promise.all([
    page.waitForURL(/your-data/),
    page.getByRole('button', { name: 'Show what is kept' }).click(),
  ])
  await page.waitForLoadState('networkidle')
  await look(page, seen)
  return page.locator('article .prose-comment').count()
}
