import type { Page } from '@playwright/test'
import { expect, isWholeMatrix } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { type Admin, card, openAdmin, test, toast } from './admin'

/** More than the page shows at first. */
const many = 50

/** `npm test` moderates, with taps, only the comments that the page shows at first. */
const tapped = isWholeMatrix ? 50 : 10

/** Returns the numbers of comments with each status, after all have been moderated. */
const expectedStatuses = (count: number) => [
  { status: 'deleted', count: count / 5 },
  { status: 'published', count: (count / 5) * 3 },
  { status: 'spam', count: count / 5 },
]

/** Adds pending comments and opens them. */
async function openMany(page: Page, admin: Admin, count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await admin.add({ author: `Reader ${n}`, content: `I agree with number ${n}.` })
  await openAdmin(page, `/admin/comments?search=${admin.word}`)
}

const statuses = (admin: Admin) =>
  admin.sql(
    `SELECT status::text, count(*)::integer FROM comments WHERE content LIKE $1
      GROUP BY status ORDER BY status::text`,
    [`%${admin.word}`],
  )

/** Returns the decision on the nth comment: three of every five comments are approved. */
const verdictOf = (n: number) => (n % 5 === 2 ? 'spam' : n % 5 === 4 ? 'deleted' : 'published')

test(`moderating ${many} comments takes ${many + 1} key presses`, { tag: '@nightly' }, async ({
  page,
  admin,
}) => {
  test.setTimeout(120_000)
  await openMany(page, admin, many)
  let presses = 1
  await page.keyboard.press('j')
  for (let n = 0; n < many; n++) {
    // The rest of the list loads when there is room for it.
    await expect(page.locator('.admin-comment:focus')).toContainText(
      `I agree with number ${many - 1 - n}.`,
    )
    await page.keyboard.press({ published: 'a', spam: 's', deleted: 'd' }[verdictOf(n)])
    presses += 1
  }
  await expect(page.getByText('No comments awaiting moderation.')).toBeVisible()
  expect(presses).toBe(many + 1)
  await expect.poll(() => statuses(admin)).toEqual(expectedStatuses(many))
})

test('selects a range or all comments, and approves all by an author', async ({ page, admin }) => {
  const ids: number[] = []
  for (let n = 0; n < 6; n++) ids.push(await admin.add({ author: n > 3 ? 'Ann' : `Reader ${n}` }))
  const newestFirst = ids.toReversed()
  await openAdmin(page, `/admin/comments?search=${admin.word}`)
  const box = (at: number) => card(page, newestFirst[at] ?? 0).getByRole('checkbox')
  await box(1).click()
  await box(3).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('form', { name: 'Bulk actions' })
  await expect(bar).toContainText('3 selected')
  await expect(box(2)).toBeChecked()
  await bar.getByRole('checkbox', { name: 'Select all' }).click()
  await expect(bar).toContainText('6 selected')
  await bar.getByRole('checkbox', { name: 'Select all' }).click()
  await expect(bar).not.toContainText('selected')
  await expect(bar.getByRole('button', { name: 'Spam' })).toBeHidden()

  // The keyboard continues from the last click.
  await page.keyboard.press('j')
  await expect(card(page, newestFirst[3] ?? 0)).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(bar).toContainText('3 selected')
  await bar.getByRole('button', { name: 'Spam' }).click()
  await expect(toast(page)).toHaveText('3 comments marked as spam.')

  const byAnn = card(page, newestFirst[0] ?? 0)
  await byAnn.getByText('More').click()
  await byAnn.getByRole('button', { name: 'Approve all 2 by Ann' }).click()
  await expect(toast(page)).toHaveText('2 comments approved.')
  await expect(page.locator('.admin-comment')).toHaveCount(1)
})

test('keeps the place in the list when all by an author are approved', { tag: '@nightly' }, async ({
  page,
  admin,
}) => {
  const ids: number[] = []
  for (let n = 0; n < 16; n++)
    ids.push(await admin.add({ author: n === 0 || n === 15 ? 'Ann' : `Reader ${n}` }))
  const [second, first] = [ids.at(-2) ?? 0, ids.at(-1) ?? 0]
  await openAdmin(page, `/admin/comments?search=${admin.word}`)
  await card(page, first).getByText('More').click()
  await card(page, first).getByRole('button', { name: 'Approve all 2 by Ann' }).click()
  await expect(toast(page)).toHaveText('2 comments approved.')
  await expect(page.locator('.admin-comment')).toHaveCount(14)
  await expect(card(page, second)).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)

  await page.keyboard.press('u')
  await expect(toast(page)).toHaveText('Decision undone for 2 comments.')
  await expect(card(page, first)).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test.describe('a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('shows six comments at once', async ({ page, admin }) => {
    const text = 'I have used this for a year now, and it still works as on the first day. '.repeat(
      2,
    )
    for (let n = 0; n < 8; n++) await admin.add({ author: `Reader ${n}`, content: text })
    await openAdmin(page, `/admin/comments?search=${admin.word}`)
    const sixth = await page.locator('.admin-comment').nth(5).boundingBox()
    expect((sixth?.y ?? 0) + (sixth?.height ?? 900)).toBeLessThanOrEqual(900)
    // Author, post and time share a line.
    const header = await page.locator('.admin-comment > header').first().boundingBox()
    expect(header?.height).toBeLessThan(44)
  })

  test('keeps space around the buttons above the scrolled list', { tag: '@nightly' }, async ({
    page,
    admin,
  }) => {
    for (let n = 0; n < 12; n++) await admin.add()
    await openAdmin(page, `/admin/comments?search=${admin.word}`)
    await page.locator('.admin-comment').last().getByRole('checkbox').click()
    await page.evaluate(() => scrollTo(0, 400))
    const bar = await page.locator('.admin-toolbar').boundingBox()
    const button = await page.getByRole('form').getByRole('button').first().boundingBox()
    expect(bar?.y).toBe(0)
    expect(button?.y).toBeGreaterThan(4)
    expect((bar?.height ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)).toBeGreaterThan(4)
  })
})

test.describe('a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test(`moderating ${tapped} comments takes ${tapped} taps`, async ({ page, admin }) => {
    test.setTimeout(120_000)
    await openMany(page, admin, tapped)
    const bar = page.getByRole('form', { name: 'Bulk actions' })
    let taps = 0
    for (let n = 0; n < tapped; n++) {
      await expect(page.locator('.admin-comment[data-current]')).toContainText(
        `I agree with number ${tapped - 1 - n}.`,
      )
      const name = { published: 'Approve', spam: 'Spam', deleted: 'Delete' }[verdictOf(n)]
      await bar.getByRole('button', { name }).tap()
      taps += 1
    }
    await expect(page.getByText('No comments awaiting moderation.')).toBeVisible()
    expect(taps).toBe(tapped)
    await expect.poll(() => statuses(admin)).toEqual(expectedStatuses(tapped))
    await page.getByRole('button', { name: 'Undo' }).tap()
    await expect(page.locator('.admin-comment')).toHaveCount(1)
  })

  test('shows comments near the top, and moderates only a visible one', {
    tag: '@nightly',
  }, async ({ page, admin }) => {
    for (let n = 0; n < 12; n++) await admin.add({ content: `Number ${n}` })
    await openAdmin(page, '/admin/comments')
    const first = await page.locator('.admin-comment').first().boundingBox()
    expect(first?.y).toBeLessThan(200)

    await openAdmin(page, `/admin/comments?search=${admin.word}`)
    await expectAccessible(page)
    const last = page.locator('.admin-comment').last()
    await last.scrollIntoViewIfNeeded()
    await expect(page.locator('.admin-comment').first()).not.toBeInViewport()
    await expect(page.locator('.admin-comment[data-current]')).toBeInViewport()
  })

  test('moderates the first fully visible comment after scrolling', { tag: '@nightly' }, async ({
    page,
    admin,
  }) => {
    const ids: number[] = []
    for (let n = 0; n < 10; n++) ids.push(await admin.add({ content: `Number ${n}` }))
    const newestFirst = ids.toReversed().map((id) => card(page, id))
    const at = (index: number) => newestFirst[index] ?? page.locator('none')
    const current = page.locator('.admin-comment[data-current]')
    const approve = page.getByRole('form', { name: 'Bulk actions' }).getByText('Approve')
    await openAdmin(page, `/admin/comments?search=${admin.word}`)
    await approve.tap()
    await expect(at(1)).toBeFocused()
    await expect(toast(page)).toHaveText('1 comment approved.')
    await expect(page.locator('.admin-comment')).toHaveCount(9)

    const cutOff = async (index: number) => {
      const box = await at(index).boundingBox()
      await page.evaluate((y) => scrollBy(0, y), (box?.y ?? 0) + 20)
    }
    await cutOff(3)
    await expect(at(4)).toHaveAttribute('data-current')
    await expect(current).toHaveCount(1)
    await approve.tap()
    await expect(at(4)).toBeHidden()
    await expect(at(5)).toHaveAttribute('data-current')

    // The focused comment is not marked if the buttons act on another one.
    await cutOff(5)
    await expect(at(6)).toHaveAttribute('data-current')
    await expect(at(5)).toBeFocused()
    await expect(at(5)).toHaveCSS('box-shadow', 'none')

    // The comment to which the moderator replies is current.
    await at(7).getByText('Reply to').tap()
    await expect(at(7).getByLabel('Your reply')).toBeFocused()
    await expect(at(7).getByRole('button', { name: 'Approve and reply' })).toBeInViewport()
    await expect(at(7)).toHaveAttribute('data-current')
  })

  test('keeps each reason in one line and moves the next below it', { tag: '@nightly' }, async ({
    page,
    admin,
  }) => {
    const id = await admin.add()
    await admin.sql(
      `UPDATE comments SET screening = '[
         {"rule":"moderation","verdict":"pending","reason":"All comments are held"},
         {"rule":"stamp","verdict":"pending","reason":"2 s"},
         {"rule":"flood","verdict":"pending","reason":"9 new authors"}]' WHERE id = $1`,
      [id],
    )
    await openAdmin(page, `/admin/comments?search=${admin.word}`)
    const labels = card(page, id).locator('.admin-label')
    await expect(labels).toHaveCount(3)
    for (const label of await labels.all())
      expect((await label.boundingBox())?.height).toBeLessThan(30)
  })
})
