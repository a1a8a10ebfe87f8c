import { expect, firstInGate } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'
import { becomeModerator, card, expectPublic, openAdmin, publicContent, test, toast } from './admin'

for (const [colorScheme, width] of firstInGate([
  ['light', 360],
  ['dark', 1280],
] as const)) {
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
          expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(width < 768 ? 44 : 32)
        }
      }
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('moderates, undoes, replies to and bulk-moderates comments with plain forms', async ({
    blog,
    admin,
  }) => {
    const first = await admin.add()
    const second = await admin.add({ author: 'Ben' })
    await becomeModerator(blog, admin)
    await openAdmin(blog, `/admin/comments?search=${admin.word}`)
    await card(blog, first).getByRole('button', { name: 'Approve' }).click()
    await expect(toast(blog)).toContainText('1 comment approved.')
    await expectPublic(blog.request, admin.slug, [first])
    await blog.locator('.admin-toolbar').getByRole('button', { name: 'Undo' }).click()
    await expect(toast(blog)).toContainText('Decision undone for 1 comment.')
    await expectPublic(blog.request, admin.slug, [])
    await card(blog, first).getByText('Reply to').click()
    await card(blog, first).getByLabel('Your reply').fill(`Plainly ${admin.word}`)
    await card(blog, first).getByRole('button', { name: 'Approve and reply' }).click()
    await expect(blog.locator('.admin-toast')).toContainText('your reply has been published on')
    expect((await publicContent(blog.request, admin.slug)).page).toContain(`Plainly ${admin.word}`)
    await blog.goto(`/admin/comments?search=${admin.word}`)
    await card(blog, second).getByRole('checkbox').check()
    await blog.locator('#admin-bulk').getByRole('button', { name: 'Spam' }).click()
    await expect(toast(blog)).toContainText('1 comment marked as spam.')
    await blog.goto(`/admin/comments?status=spam&search=${admin.word}`)
    await card(blog, second).locator('summary', { hasText: 'Many links' }).click()
    await expect(card(blog, second)).toContainText('4 links')
  })

  test('blocks and unblocks words in a list with one word per line', async ({ blog, admin }) => {
    await openAdmin(blog, '/admin/blocks')
    const list = blog.getByLabel('Mark matching comments as spam')
    const before = await list.inputValue()
    await list.fill(`${before}\n${admin.word}one\n${admin.word}two\n\n`)
    await blog.getByRole('button', { name: 'Save' }).click()
    await expect(blog.getByText('The blocklist has been saved.')).toBeVisible()
    const saved = await list.inputValue()
    await list.fill(saved.replace(`${admin.word}one`, ''))
    await blog.getByRole('button', { name: 'Save' }).click()
    await expect(list).toHaveValue(new RegExp(`${admin.word}two`))
    expect(
      await admin.sql(`SELECT value, verdict FROM comment_blocks WHERE value LIKE $1`, [
        `${admin.word}%`,
      ]),
    ).toEqual([{ value: `${admin.word}two`, verdict: 'spam' }])
  })
})

test('loads no admin script or style on public pages', { tag: '@nightly' }, async ({
  blog,
  admin,
}) => {
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
