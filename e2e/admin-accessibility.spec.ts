import { test as base, expect } from './blog'
import { test } from './admin'
import { expectAccessibleInEveryLook } from './expect-accessible'

/** Every room of the desk that is shown by its address alone, and the words that it may be shown again with. */
const rooms = [
  ...['comments', 'posts', 'images', 'stats', 'blocks', 'people', 'settings'].map((name) => `/desk/${name}`),
  ...['/desk/readers', '/desk/readers?fault=not-found', '/desk/account?fault=new-password', '/desk/account?done=session-ended'],
  '/desk/nothing',
]

for (const path of rooms) {
  test(`${path} is sound for assistive technology, light and dark, narrow and wide, and nothing leaves its edge`, async ({
    page,
    desk,
  }) => {
    await desk.add()
    // What comes in by other tests is not to be drawn while it is looked at.
    await page.route('**/desk/comments/news*', (route) => route.abort())
    // The heap is everybody's: one's own part of it.
    const own = path === '/desk/comments' ? `${path}?search=${desk.word}` : path
    await page.goto(own)
    await expect(page).toHaveURL(own)
    await expectAccessibleInEveryLook(page)
  })
}

for (const path of ['/desk/sign-in?fault=unauthorized', '/desk/forgotten?done=reset-sent']) {
  base(`so is ${path}, before one is signed in`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expectAccessibleInEveryLook(page)
  })
}
