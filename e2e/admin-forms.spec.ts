import { expect } from './blog'
import { card, expectPublic, openDesk, publicWords, test, toast } from './admin'
import { expectAccessible } from './expect-accessible'

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 1280],
] as const) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 } })

    test('the desk is sound for assistive technology, within the page, and its buttons are large enough', async ({ blog, desk }) => {
      test.setTimeout(60_000)
      await desk.add({ content: '> A quote\n\nhttps://very.long.example/'.padEnd(160, 'x') })
      await desk.add({ status: 'published', waiting: 'After' })
      await openDesk(blog, `/desk/comments?search=${desk.word}`)
      for (const path of [`/desk/comments?search=${desk.word}`, '/desk/blocks', '/desk/settings']) {
        await blog.goto(path)
        await expectAccessible(blog)
        for (const button of await blog.locator('.desk button:visible, .desk summary:visible').all()) {
          expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
        }
      }
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a comment is judged, undone, answered, and many at once, by plain forms', async ({ blog, desk }) => {
    const [first, second] = [await desk.add(), await desk.add({ author: 'Ben' })]
    await openDesk(blog, `/desk/comments?search=${desk.word}`)
    await card(blog, first).getByRole('button', { name: 'Approve' }).click()
    await expect(toast(blog)).toContainText('Approved: one comment.')
    await expectPublic(blog.request, desk.slug, [first])
    await blog.locator('.desk-notice').getByRole('button', { name: 'Undo' }).click()
    await expect(toast(blog)).toContainText('Undone: one comment.')
    await expectPublic(blog.request, desk.slug, [])
    await card(blog, first).getByText('Reply to').click()
    await card(blog, first).getByLabel('Your reply').fill(`Plainly ${desk.word}`)
    await card(blog, first).getByRole('button', { name: 'Approve and reply' }).click()
    expect((await publicWords(blog.request, desk.slug)).page).toContain(`Plainly ${desk.word}`)
    await blog.goto(`/desk/comments?search=${desk.word}`)
    await card(blog, second).getByRole('checkbox').check()
    await blog.locator('#desk-bulk').getByRole('button', { name: 'Spam' }).click()
    await expect(toast(blog)).toContainText('Marked as spam: one comment.')
    await blog.goto(`/desk/comments?status=spam&search=${desk.word}`)
    await expect(card(blog, second)).toContainText('4 links')
  })

  test('words are blocked by pasting many, and let be', async ({ blog, desk }) => {
    await openDesk(blog, '/desk/comments')
    await blog.goto('/desk/blocks')
    await blog.getByLabel('One per line').fill(`${desk.word}one, ${desk.word}two\n"${desk.word}three"`)
    await blog.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(blog.getByText('Blocked from now on.')).toBeVisible()
    await blog.getByRole('button', { name: `Remove ${desk.word}two` }).click()
    expect(await desk.sql(`SELECT value FROM comment_blocks WHERE value LIKE $1 ORDER BY id`, [`${desk.word}%`])).toEqual([
      { value: `${desk.word}one` },
      { value: `${desk.word}three` },
    ])
  })
})

test('no script and no style of the desk is on a public page', async ({ blog, desk }) => {
  await desk.add({ status: 'published' })
  const page = await blog.goto(`/posts/${desk.slug}`)
  const html = (await page?.text()) ?? ''
  const files = [...new Set(html.match(/\/_next\/static\/[^"'\\]+\.(?:js|css)/g))]
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) expect(await (await blog.request.get(file)).text(), file).not.toMatch(/desk-(?:comment|toast|live|bar|keys)/)
})
