import { test } from './admin'
import { test as base, expect } from './blog'
import { expectAccessibleInEveryLook } from './expect-accessible'

/** Every room of the admin area that is shown by its address alone, and the words that it may be shown again with. */
const rooms = [
  ...['comments', 'posts', 'images', 'stats', 'blocks', 'people', 'settings'].map(
    (name) => `/admin/${name}`,
  ),
  ...[
    '/admin/readers',
    '/admin/readers?fault=not-found',
    '/admin/account?fault=new-password',
    '/admin/account?done=session-ended',
  ],
  '/admin/nothing',
]

for (const path of rooms) {
  test(`${path} is sound for assistive technology, light and dark, narrow and wide, and nothing leaves its edge`, async ({
    page,
    admin,
  }) => {
    await admin.add()
    // What comes in by other tests is not to be drawn while it is looked at.
    await page.route('**/admin/comments/news*', (route) => route.abort())
    // The heap is everybody's: one's own part of it.
    const own = path === '/admin/comments' ? `${path}?search=${admin.word}` : path
    await page.goto(own)
    await expect(page).toHaveURL(own)
    await expectAccessibleInEveryLook(page)
  })
}

for (const path of ['/admin/sign-in?fault=unauthorized', '/admin/forgotten?done=reset-sent']) {
  base(`so is ${path}, before one is signed in`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expectAccessibleInEveryLook(page)
  })
}
