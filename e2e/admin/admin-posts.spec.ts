import type { Page, Route } from '@playwright/test'
import { openSheet, publish, save, textOf } from '@/e2e/editor/editor'
import { expect, firstInGate } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { readerOf, test } from './admin'

/** Locates the notice at the top of the page, which the owner sees after each step. */
const notice = (page: Page) => page.locator('.admin-notice')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Presses a button that asks for confirmation. */
async function confirm(page: Page, name: string, confirmation: string): Promise<void> {
  await page.locator('summary', { hasText: name }).click()
  await press(page, confirmation)
}

/** Returns the text that the form would submit, with or without an editor. */
function contentOf(page: Page): Promise<string> {
  return page
    .locator('.post-form')
    .evaluate((form) =>
      form instanceof HTMLFormElement ? String(new FormData(form).get('content')) : '',
    )
}

async function newPost(page: Page, title: string, content: string): Promise<number> {
  await page.goto('/admin/posts')
  await page.getByRole('main').getByRole('link', { name: 'New post' }).click()
  await page.waitForURL(/\/admin\/posts\/\d+\?new=1$/)
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await page.getByLabel('Title', { exact: true }).fill(title)
  await textOf(page).fill(content)
  await save(page)
  await expect(notice(page)).toHaveText('Saved.')
  return Number(/\/admin\/posts\/(\d+)/.exec(page.url())?.[1])
}

for (const [name, javaScriptEnabled] of firstInGate([
  ['with', true],
  ['without', false],
] as const)) {
  test.describe(`${name} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('publishes, renames, unpublishes, deletes, recovers and restores a post', async ({
      blog,
      admin,
      browser,
    }) => {
      test.slow()
      const reader = await readerOf(browser)
      const title = `Ünder ${admin.word}`
      const id = await newPost(blog, title, 'First words.\n\nSecond *words*.')
      await openSheet(blog, 'panel')
      await expect(blog.getByLabel('Slug')).toHaveValue(`under-${admin.word}`)
      expect((await reader.goto(`/posts/under-${admin.word}`))?.status()).toBe(404)
      await reader.goto('/')

      await blog.getByLabel('Summary').fill('In short.')
      await blog.getByLabel('Tags').fill('one, two')
      await publish(blog, 'Publish now')
      await expect(notice(blog)).toContainText('Published')
      await expect(notice(blog).getByRole('link', { name: 'View post' })).toBeVisible()
      await reader.goto('/')
      await reader.getByRole('link', { name: title }).click()
      await expect(reader.getByText('Second words.')).toBeVisible()

      await openSheet(blog, 'panel')
      await blog.getByLabel('Slug').fill(`renamed-${admin.word}`)
      await textOf(blog).fill('Worse words.')
      await save(blog)
      await expect(notice(blog)).toHaveText('Saved.')
      await reader.reload()
      await expect(reader).toHaveURL(new RegExp(`/posts/under-${admin.word}$`))
      await expect(reader.getByText('Second words.')).toBeVisible()
      await publish(blog, 'Update')
      await expect(notice(blog)).toContainText('Updated')
      await reader.goto(`/posts/under-${admin.word}`)
      await expect(reader).toHaveURL(new RegExp(`/posts/renamed-${admin.word}$`))
      await expect(reader.getByText('Worse words.')).toBeVisible()

      await openSheet(blog, 'publish')
      await confirm(blog, 'Unpublish', 'Yes, unpublish')
      await expect(notice(blog)).toContainText('Unpublished')
      expect((await reader.goto(`/posts/renamed-${admin.word}`))?.status()).toBe(404)
      await publish(blog, 'Publish now')
      await expect(notice(blog)).toContainText('Published')

      await openSheet(blog, 'panel')
      await confirm(blog, 'Delete post', 'Yes, delete this post')
      await expect(notice(blog)).toContainText('Post deleted.')
      expect((await reader.goto(`/posts/renamed-${admin.word}`))?.status()).toBe(404)
      await press(blog, 'Undo')
      await expect(notice(blog)).toHaveText('Restored.')
      expect((await reader.goto(`/posts/renamed-${admin.word}`))?.status()).toBe(200)

      await openSheet(blog, 'panel')
      await blog.getByRole('link', { name: 'History' }).click()
      await expect(blog.getByRole('heading', { name: 'Changes from version' })).toBeVisible()
      // Each autosave creates a version.
      const [first] = await admin.sql(
        `SELECT max(revision) AS revision FROM post_versions
         WHERE post_id = $1 AND content LIKE 'First words.%'`,
        [id],
      )
      await blog.getByRole('radio', { name: `From version ${first?.revision}` }).check()
      await press(blog, 'Compare')
      await expect(blog.locator('.compared del').filter({ hasText: 'First words.' })).toBeVisible()
      await expect(blog.locator('.compared ins').filter({ hasText: 'Worse words.' })).toBeVisible()
      const restored = `estore version ${first?.revision}`
      await confirm(blog, `R${restored}`, `Yes, r${restored}`)
      await expect(notice(blog)).toContainText('The version has been restored.')
      await expect.poll(() => contentOf(blog)).toBe('First words.\n\nSecond *words*.')
      await reader.reload()
      await expect(reader.getByText('Worse words.')).toBeVisible()
      await publish(blog, 'Update')
      await expect(notice(blog)).toContainText('Updated')
      await reader.reload()
      await expect(reader.getByText('Second words.')).toBeVisible()
      if (!javaScriptEnabled)
        expect(await admin.sql('SELECT revision FROM posts WHERE id = $1', [id])).toEqual([
          { revision: 4 },
        ])
    })

    test('compares, schedules and discards the changes to a published post', async ({
      blog,
      admin,
    }) => {
      const id = await newPost(blog, `Changed ${admin.word}`, 'Published words.')
      await publish(blog, 'Publish now')
      await expect(notice(blog)).toContainText('Published')
      await textOf(blog).fill('Changed words.')
      await save(blog)
      await expect(notice(blog)).toHaveText('Saved.')
      const list = `/admin/posts?tab=published&search=Changed+${admin.word}`
      await blog.goto(list)
      await blog.getByRole('link', { name: `Changed, not published Changed ${admin.word}` }).click()
      await expect(blog.locator('.compared ins')).toHaveText('Changed words.')
      await blog.goto('/admin/posts')
      await expect(
        blog.getByRole('link', { name: `Changed ${admin.word}`, exact: true }),
      ).toBeVisible()
      await blog.getByRole('link', { name: `0 views Changed ${admin.word}` }).click()
      await expect(blog.getByRole('heading', { name: `Changed ${admin.word}` })).toBeVisible()
      await blog.goto(list)
      await blog.getByRole('link', { name: `No comments Changed ${admin.word}` }).click()
      const thread = `Comments on “Changed ${admin.word}”`
      await expect(blog.getByRole('heading', { name: thread })).toBeVisible()
      await blog.goto('/admin')
      await expect(
        blog.getByRole('listitem').filter({ hasText: `Changed ${admin.word}` }),
      ).toContainText('Changed, not published')
      await blog.goto(`/admin/posts/${id}`)
      await blog.locator('.post-bar').getByRole('link', { name: 'Changed, not published' }).click()
      await expect(blog.locator('.compared del')).toHaveText('Published words.')
      await expect(blog.locator('.compared ins')).toHaveText('Changed words.')

      await blog.goto(`/admin/posts/${id}`)
      await openSheet(blog, 'publish')
      await blog.getByLabel('Date and time of the update').fill('2040-01-02T03:04')
      await press(blog, 'Schedule update')
      await expect(notice(blog)).toContainText('Update scheduled.')
      await blog.goto(list)
      await expect(blog.locator('.post-row')).toContainText('update scheduled for Jan 2, 2040')
      await blog.goto(`/admin/posts/${id}`)
      await openSheet(blog, 'publish')
      await press(blog, 'Cancel scheduled update')
      await expect(notice(blog)).toContainText('has been cancelled')
      await openSheet(blog, 'publish')
      await confirm(blog, 'Discard changes', 'Yes, discard changes')
      await expect(notice(blog)).toContainText('Changes discarded.')
      await expect.poll(() => contentOf(blog)).toBe('Published words.')
      await blog.goto(list)
      await expect(blog.locator('.post-row')).not.toContainText('Changed, not published')
    })

    if (javaScriptEnabled)
      test('follows changes in another tab, and leaves no empty draft', {
        tag: '@nightly',
      }, async ({ blog, admin, context }) => {
        const id = await newPost(blog, `Followed ${admin.word}`, 'Words.')
        await expect(blog.locator('.post-bar > .post-state')).toHaveText('Draft')
        const other = await context.newPage()
        await other.goto(`/admin/posts/${id}`)
        await publish(other, 'Publish now')
        await expect(notice(other)).toContainText('Published')
        await expect(blog.locator('.post-bar > .post-state')).toHaveText('Published')
        await admin.sql(`UPDATE posts SET published_at = '2040-01-02' WHERE id = $1`, [id])
        await expect(blog.locator('.post-bar > .post-state')).toContainText('Scheduled')
        // The publication time has passed.
        await admin.sql('UPDATE posts SET published_at = now() WHERE id = $1', [id])
        await expect(blog.locator('.post-bar > .post-state')).toHaveText('Published')
        await other.goto('/admin/posts/new')
        await other.waitForURL(/\/admin\/posts\/\d+\?new=1$/)
        const [, empty] = /(\d+)\?new/.exec(other.url()) ?? []
        await other.getByLabel('Title', { exact: true }).fill('T')
        const count = async () =>
          (await admin.sql('SELECT slug FROM posts WHERE id = $1', [Number(empty)])).length
        await expect.poll(count).toBe(1)
        // Emptying the post deletes it, and the open editor creates it again.
        await other.getByLabel('Title', { exact: true }).fill('')
        await expect.poll(count).toBe(0)
        await other.getByLabel('Title', { exact: true }).fill('T')
        await expect.poll(count).toBe(1)
        await other.reload()
        await expect(other.getByLabel('Title', { exact: true })).toHaveValue('T')
        await other.close()
      })

    if (javaScriptEnabled)
      test('a late response does not bring back the state before an action', {
        tag: '@nightly',
      }, async ({ blog, admin }) => {
        await newPost(blog, `Late ${admin.word}`, 'Words.')
        const isState = /\/state$/
        let release = () => {}
        const isPublished = new Promise<void>((resolve) => {
          release = resolve
        })
        await new Promise<void>((isRead) => {
          const hold = async (route: Route) => {
            const response = await route.fetch()
            isRead()
            await isPublished
            await route.fulfill({ response })
          }
          void blog.route(isState, hold, { times: 1 })
        })
        const state = blog.locator('.post-bar > .post-state')
        await publish(blog, 'Publish now')
        await expect(state).toHaveText('Published')
        await state.evaluate((shown) =>
          new MutationObserver(() => shown.setAttribute('data-changed', '')).observe(shown, {
            subtree: true,
            childList: true,
            characterData: true,
          }),
        )
        const finished = blog.waitForEvent('requestfinished', (one) => isState.test(one.url()))
        release()
        await finished
        // The next response has been shown, too.
        await blog.waitForResponse(isState)
        await expect(state).not.toHaveAttribute('data-changed')
      })

    // With JavaScript, the editor shows the conflict while typing: see editor-saving.spec.ts.
    if (!javaScriptEnabled)
      test('shows the difference in the second of two windows and loses no text', async ({
        blog,
        admin,
        context,
      }) => {
        const id = await newPost(blog, `Two ${admin.word}`, 'A line.\n\nThe cat sat.')
        const other = await context.newPage()
        await other.goto(`/admin/posts/${id}`)
        await textOf(other).fill('A line.\n\nThe cat slept.')
        await save(other)
        await expect(notice(other)).toHaveText('Saved.')
        await textOf(blog).fill('A line.\n\nThe dog sat.')
        await save(blog)
        await expect(notice(blog)).toContainText('Not saved yet.')
        await expect(blog.locator('.compared del')).toHaveText('The cat slept.')
        await expect(blog.locator('.compared ins')).toHaveText('The dog sat.')
        await expect.poll(() => contentOf(blog)).toBe('A line.\n\nThe dog sat.')
        await save(blog)
        await expect(notice(blog)).toHaveText('Saved.')
        await blog.goto(`/admin/posts/${id}/history`)
        await expect(blog.locator('.compared del')).toHaveText('The cat slept.')
      })

    // Browsers log each rejected request as an error of the page.

    test('corrects a slug that another post uses, or rejects it without JavaScript', {
      tag: '@nightly',
    }, async ({ page: blog, admin }) => {
      await newPost(blog, `Slug ${admin.word}`, 'Words.')
      await openSheet(blog, 'panel')
      await blog.getByLabel('Slug').fill(admin.slug)
      await textOf(blog).fill('New words.')
      if (javaScriptEnabled) {
        await expect(blog.getByLabel('Slug')).toHaveValue(`${admin.slug}-2`)
        return
      }
      await save(blog)
      await expect(
        blog.getByText(`The post “On ${admin.word}” uses or used this slug.`),
      ).toBeVisible()
      await expect.poll(() => contentOf(blog)).toBe('New words.')
      await openSheet(blog, 'panel')
      await blog.getByLabel('Slug').fill('')
      await save(blog)
      await expect(notice(blog)).toHaveText('Saved.')
    })

    test('Enter in the date field schedules, and rejects a past date without losing text', {
      tag: '@nightly',
    }, async ({ page: blog, admin }) => {
      const id = await newPost(blog, `Too late ${admin.word}`, 'First words.')
      await textOf(blog).fill('Typed before scheduling.')
      await openSheet(blog, 'publish')
      await blog.getByLabel('Date and time').fill('2020-01-02T03:04')
      await blog.getByLabel('Date and time').press('Enter')
      await expect(blog.getByText('Choose a time in the future.')).toBeVisible()
      await expect(blog.getByLabel('Date and time')).toHaveValue('2020-01-02T03:04')
      await expect.poll(() => contentOf(blog)).toBe('Typed before scheduling.')
      expect(await admin.sql('SELECT draft, content FROM posts WHERE id = $1', [id])).toEqual([
        { draft: true, content: 'Typed before scheduling.' },
      ])
      if (javaScriptEnabled)
        await expect(blog.getByRole('button', { name: 'Publish with this date' })).toBeVisible()
      await blog.getByLabel('Date and time').fill('2040-01-02T03:04')
      await blog.getByLabel('Date and time').press('Enter')
      await expect(notice(blog)).toContainText('Scheduled.')
      const scheduled = 'SELECT draft, published_at > now() AS later FROM posts WHERE id = $1'
      expect(await admin.sql(scheduled, [id])).toEqual([{ draft: false, later: true }])
      await save(blog)
      await expect(notice(blog)).toHaveText('Saved.')
    })

    test('schedules a post, shares a preview link and revokes it', async ({
      blog,
      admin,
      browser,
      context,
    }) => {
      const reader = await readerOf(browser)
      await newPost(blog, `Later ${admin.word}`, 'In time.')
      await openSheet(blog, 'panel')
      await press(blog, 'Create preview link')
      await expect(notice(blog)).toContainText('Preview link created.')
      const url = await blog.getByLabel('Preview link').inputValue()
      const link = new URL(url).pathname
      if (javaScriptEnabled) {
        await context.grantPermissions(['clipboard-read', 'clipboard-write'])
        await press(blog, 'Copy')
        expect(await blog.evaluate(() => navigator.clipboard.readText())).toBe(url)
      }
      await reader.goto(link)
      await expect(reader.getByText('In time.')).toBeVisible()
      await openSheet(blog, 'publish')
      await blog.getByLabel('Date and time').fill('2040-01-02T03:04')
      await press(blog, 'Schedule')
      await expect(notice(blog)).toContainText('Scheduled.')
      await openSheet(blog, 'panel')
      await press(blog, 'Revoke link')
      await expect(notice(blog)).toContainText('no longer works')
      expect((await reader.goto(link))?.status()).toBe(404)
      await blog.goto(`/admin/posts?tab=scheduled&search=${admin.word}`)
      await expect(blog.locator('.post-row')).toContainText('Scheduled for Jan 2, 2040, 03:04')
    })
  })
}

for (const [colorScheme, width] of firstInGate([
  ['light', 360],
  ['dark', 1280],
] as const)) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 } })

    test('the pages of posts are accessible and fit the screen, with large buttons', async ({
      // The draft contains a broken link, which browsers log as an error.
      page: blog,
      admin,
    }) => {
      test.slow()
      const id = await newPost(
        blog,
        `A title that is long enough to be broken ${admin.word}`,
        `${'Words '.repeat(40)}\n\nhttps://very.long.example/${'x'.repeat(160)}`,
      )
      await textOf(blog).fill('Other words.')
      await openSheet(blog, 'panel')
      await press(blog, 'Create preview link')
      await expect(notice(blog)).toContainText('Preview link created.')
      for (const path of [
        `/admin/posts?search=${admin.word}`,
        `/admin/posts/${id}`,
        `/admin/posts/${id}/history`,
      ]) {
        await blog.goto(path)
        if (process.env.SHOTS)
          await blog.screenshot({
            path: `${process.env.SHOTS}/${path.replaceAll(/\W+/g, '-')}-${width}.png`,
            fullPage: true,
          })
        await expectAccessible(blog)
        for (const button of await blog
          .locator('.admin button:visible, .admin summary:visible')
          .all()) {
          expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
        }
      }
    })
  })
}
