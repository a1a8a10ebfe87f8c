import { card, expectPublic, openAdmin, publicWords, test, toast } from './admin'
import { expect } from './blog'
import { expectAccessible } from './expect-accessible'

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 1280],
] as const) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 } })

    test('the admin area is accessible, does not overflow and has large enough buttons', async ({
      blog,
      admin,
    }) => {
      test.setTimeout(60_000)
      await admin.add({ content: '> A quote\n\nhttps://very.long.example/'.padEnd(160, 'x') })
      await admin.add({ status: 'published', waiting: 'After' })
      await openAdmin(blog, `/admin/comments?search=${admin.word}`)
      for (const path of [
        `/admin/comments?search=${admin.word}`,
        '/admin/blocks',
        '/admin/settings',
      ]) {
        await blog.goto(path)
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('moderates, undoes, replies to and bulk-moderates comments by plain forms', async ({
    blog,
    admin,
  }) => {
    const [first, second] = [await admin.add(), await admin.add({ author: 'Ben' })]
    await openAdmin(blog, `/admin/comments?search=${admin.word}`)
    await card(blog, first).getByRole('button', { name: 'Approve' }).click()
    await expect(toast(blog)).toContainText('1 comment approved.')
    await expectPublic(blog.request, admin.slug, [first])
    await blog.locator('.admin-notice').getByRole('button', { name: 'Undo' }).click()
    await expect(toast(blog)).toContainText('Decision undone for 1 comment.')
    await expectPublic(blog.request, admin.slug, [])
    await card(blog, first).getByText('Reply to').click()
    await card(blog, first).getByLabel('Your reply').fill(`Plainly ${admin.word}`)
    await card(blog, first).getByRole('button', { name: 'Approve and reply' }).click()
    expect((await publicWords(blog.request, admin.slug)).page).toContain(`Plainly ${admin.word}`)
    await blog.goto(`/admin/comments?search=${admin.word}`)
    await card(blog, second).getByRole('checkbox').check()
    await blog.locator('#admin-bulk').getByRole('button', { name: 'Spam' }).click()
    await expect(toast(blog)).toContainText('1 comment marked as spam.')
    await blog.goto(`/admin/comments?status=spam&search=${admin.word}`)
    await expect(card(blog, second)).toContainText('4 links')
  })

  test('blocks a pasted list of words and unblocks them', async ({ blog, admin }) => {
    await openAdmin(blog, '/admin/comments')
    await blog.goto('/admin/blocks')
    await blog
      .getByLabel('One per line')
      .fill(`${admin.word}one, ${admin.word}two\n"${admin.word}three"`)
    await blog.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(blog.getByText('Added to the blocklist.')).toBeVisible()
    await blog.getByRole('button', { name: `Remove ${admin.word}two` }).click()
    expect(
      await admin.sql(`SELECT value FROM comment_blocks WHERE value LIKE $1 ORDER BY id`, [
        `${admin.word}%`,
      ]),
    ).toEqual([{ value: `${admin.word}one` }, { value: `${admin.word}three` }])
  })
})

test('loads no admin script or style on public pages', async ({ blog, admin }) => {
  await admin.add({ status: 'published' })
  const page = await blog.goto(`/posts/${admin.slug}`)
  const html = (await page?.text()) ?? ''
  const files = [...new Set(html.match(/\/_next\/static\/[^"'\\]+\.(?:js|css)/g))]
  expect(files.length).toBeGreaterThan(2)
  for (const file of files)
    expect(await (await blog.request.get(file)).text(), file).not.toMatch(
      /admin-(?:comment|toast|live|bar|keys)/,
    )
})
