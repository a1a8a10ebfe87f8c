import { expect, test } from './blog'

const post = '/posts/what-happens-to-a-pasted-link'

test('a link on a line of its own is a card, and all of it leads there', async ({ blog }) => {
  await blog.goto(post)
  const card = blog.locator('.link-card').first()
  await expect(card).toBeVisible()
  await expect(card.getByRole('link')).toHaveAttribute('href', /^https:\/\//)
})

test('its pictures come late, tell nobody where the reader is, and keep their place', async ({ page, baseURL }) => {
  const host = new URL(baseURL ?? '').host
  const referrers: (string | undefined)[] = []
  await page.route(
    (url) => url.host !== host,
    (route) => {
      referrers.push(route.request().headers().referer)
      return route.fulfill({ status: 404 })
    },
  )
  await page.goto('/posts/how-a-thread-is-read')
  const images = page.locator('.link-card img')
  for (const image of await images.all()) {
    await expect(image).toHaveAttribute('loading', 'lazy')
    await expect(image).toHaveAttribute('referrerpolicy', 'no-referrer')
    const before = await image.evaluate((element) => element.getBoundingClientRect().height)
    await image.scrollIntoViewIfNeeded()
    expect(before).toBeGreaterThan(0)
    expect(await image.evaluate((element) => element.getBoundingClientRect().height)).toBe(before)
  }
  await expect.poll(() => referrers.length).toBeGreaterThan(0)
  expect(new Set(referrers)).toEqual(new Set([undefined]))
})

test('nothing on a post’s page moves after it is drawn', async ({ blog }) => {
  await blog.addInitScript(() => {
    Reflect.set(window, 'shifts', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Reflect.set(window, 'shifts', Reflect.get(window, 'shifts') + Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await blog.goto(post)
  await blog.evaluate(async () => {
    await document.fonts.ready
    for (let y = 0; y < document.body.scrollHeight; y += 400) {
      window.scrollTo(0, y)
      await new Promise(requestAnimationFrame)
    }
  })
  expect(await blog.evaluate(() => Reflect.get(window, 'shifts'))).toBeLessThanOrEqual(0.02)
})

test('on paper the card shows its address', async ({ blog }) => {
  await blog.goto(post)
  await blog.emulateMedia({ media: 'print' })
  const card = blog.locator('.link-card').first()
  await expect(card.getByText(/^https:\/\//)).toBeVisible()
})
