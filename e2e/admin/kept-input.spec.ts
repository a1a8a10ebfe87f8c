import type { Page } from '@playwright/test'
import { alerts, expect } from '@/e2e/support/blog'
import { card, openAdmin, test, toast } from './admin'

/** Runs `work` while the browser is offline, and then while it is signed out. */
async function whileOfflineThenSignedOut(
  page: Page,
  work: (message: 'Connection lost.' | 'You are signed out.') => Promise<void>,
): Promise<void> {
  const context = page.context()
  await context.setOffline(true)
  await work('Connection lost.')
  await context.setOffline(false)
  const cookies = await context.cookies()
  await context.clearCookies()
  await work('You are signed out.')
  await context.addCookies(cookies)
}

test('keeps a reply while the server is unreachable or the session has ended', async ({
  page,
  admin,
}) => {
  const id = await admin.add({ status: 'published' })
  await openAdmin(page, `/admin/comments?status=published&search=${admin.word}`)
  await card(page, id).getByText('Reply to').click()
  const reply = card(page, id).getByLabel('Your reply')
  const send = card(page, id).getByRole('button', { name: 'Reply', exact: true })
  await reply.fill('A long answer.')
  await whileOfflineThenSignedOut(page, async (message) => {
    await send.click()
    await expect(card(page, id)).toContainText(message)
    await expect(reply).toHaveValue('A long answer.')
  })
  await send.click()
  await expect(toast(page)).toContainText('Your reply has been published')
})

test('asks before the page is left with a reply that was not sent', { tag: '@nightly' }, async ({
  page,
  admin,
}) => {
  const id = await admin.add()
  await openAdmin(page, `/admin/comments?search=${admin.word}`)
  await card(page, id).getByText('Reply to').click()
  const reply = card(page, id).getByLabel('Your reply')
  await reply.fill('Half an answer')
  const dialogs: string[] = []
  page.once('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.dismiss()
  })
  const context = page.context()
  await context.setOffline(true)
  await card(page, id).getByRole('button', { name: 'Approve and reply' }).click()
  await expect(card(page, id)).toContainText('Connection lost.')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Images' }).click()
  await expect.poll(() => dialogs).toEqual(['beforeunload'])
  await expect(reply).toHaveValue('Half an answer')
})

test('keeps edited lists offline and signed out, and focuses an invalid list', async ({
  page,
  admin,
}) => {
  await openAdmin(page, '/admin/blocks')
  const list = page.getByLabel('Mark matching comments as spam')
  const save = page.getByRole('button', { name: 'Save' })
  const words = `${await list.inputValue()}\n${admin.word}`
  await list.fill(words)
  await whileOfflineThenSignedOut(page, async (message) => {
    await save.click()
    await expect(alerts(page)).toContainText(message)
    await expect(list).toHaveValue(words)
  })
  await list.fill(`${words}\n${'x'.repeat(201)}`)
  await save.click()
  await expect(list).toHaveAccessibleDescription(/at most 200 characters/)
  await expect(list).toBeFocused()
  await expect(list).toHaveValue(/x{201}$/)
  await list.fill(words)
  await save.click()
  await expect(page.getByText('The blocklist has been saved.')).toBeVisible()
  await expect(list).toHaveValue(new RegExp(admin.word))
})

test('keeps edited links while the server is unreachable', { tag: '@nightly' }, async ({
  page,
}) => {
  await openAdmin(page, '/admin/settings')
  const label = page.getByLabel('Label of link 1')
  await label.fill('A link')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save links' }).click()
  await expect(alerts(page)).toContainText('Connection lost.')
  await expect(label).toHaveValue('A link')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('keeps rejected lists, and blocks that were added since', { tag: '@nightly' }, async ({
    blog,
    admin,
  }) => {
    await openAdmin(blog, '/admin/blocks?kind=name')
    const list = blog.getByLabel('Mark matching comments as spam')
    const save = blog.getByRole('button', { name: 'Save' })
    const before = await list.inputValue()
    await list.fill(`${before}\n${admin.word}\n***`)
    await admin.sql(
      `INSERT INTO comment_blocks (kind, value, folded, verdict) VALUES ('name', $1, $1, 'spam')`,
      [`${admin.word}later`],
    )
    await save.click()
    await expect(alerts(blog)).toContainText('contains no text to match')
    await list.fill(`${before}\n${admin.word}`)
    await save.click()
    await expect(blog.getByText('The blocklist has been saved.')).toBeVisible()
    const saved = (await list.inputValue()).split('\n')
    expect(saved).toEqual(expect.arrayContaining([admin.word, `${admin.word}later`]))
  })
})
