import { expect, test, withoutFonts } from './blog'
import { cardShapes, cardShapesPost } from './card-shapes'
import { layoutShift } from './layout-shift'

const post = '/posts/what-happens-to-a-pasted-link'

test('a link on a line of its own is a card, and all of it leads there', async ({ blog }) => {
  await blog.goto(post)
  const card = blog.locator('.link-card').first()
  await expect(card).toBeVisible()
  await expect(card.getByRole('link')).toHaveAttribute('href', /^https:\/\//)
})

test('its pictures come late, from the blog itself, and keep their place', async ({ blog }) => {
  await blog.goto('/posts/how-a-thread-is-read')
  const images = blog.locator('.link-card img')
  expect(await images.count()).toBeGreaterThan(0)
  for (const image of await images.all()) {
    await expect(image).toHaveAttribute('loading', 'lazy')
    await expect(image).toHaveAttribute('referrerpolicy', 'no-referrer')
    await expect(image).toHaveAttribute('src', /^\/api\/og-image\?/)
    const before = await image.evaluate((element) => element.getBoundingClientRect().height)
    await image.scrollIntoViewIfNeeded()
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.complete))
      .toBe(true)
    expect(before).toBeGreaterThan(0)
    expect(await image.evaluate((element) => element.getBoundingClientRect().height)).toBe(before)
  }
})

for (const path of [post, cardShapesPost])
  test(`nothing on ${path} moves after it is drawn`, async ({ blog }) => {
    expect(await layoutShift(blog, path)).toBeLessThanOrEqual(0.02)
  })

test('on paper the card shows its address', async ({ blog }) => {
  await blog.goto(post)
  await blog.emulateMedia({ media: 'print' })
  const card = blog.locator('.link-card').first()
  await expect(card.getByText(/^https:\/\//)).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1_280]) {
    test.describe(`a card of any shape, ${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } })

      test('is as high with its picture as without, and nothing leaves its edge', async ({
        blog,
      }) => {
        // Neither time: fonts that come late once are left away, and lines break otherwise.
        await withoutFonts(blog)
        const heights = async () => {
          await blog.goto(cardShapesPost)
          await expect(blog.locator('.link-card')).toHaveCount(Object.keys(cardShapes).length)
          for (const image of await blog.locator('.link-card img').all()) {
            await image.scrollIntoViewIfNeeded()
            await expect
              .poll(() => image.evaluate((element: HTMLImageElement) => element.complete))
              .toBe(true)
          }
          return blog
            .locator('.link-card')
            .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))
        }
        const pictures = '**/api/og-image?*use=card*'
        await blog.route(pictures, (route) => route.fulfill({ status: 404 }))
        const without = await heights()
        await blog.unroute(pictures)
        expect(await heights()).toEqual(without)
        expect(Math.max(...without)).toBeLessThan(260)
        const beyond = await blog.locator('.link-card').evaluateAll((cards) =>
          cards.flatMap((card) => {
            const edge = card.getBoundingClientRect()
            return [...card.querySelectorAll('*')].filter((part) => {
              const { left, right, top, bottom, width } = part.getBoundingClientRect()
              return (
                width > 0 &&
                (left < edge.left || right > edge.right || top < edge.top || bottom > edge.bottom)
              )
            })
          }),
        )
        expect(beyond).toEqual([])
        expect(
          await blog.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        ).toBeLessThanOrEqual(0)
      })
    })
  }
}

test('a picture that does not come leaves its place as it was, without a sign of a fault', async ({
  blog,
}) => {
  await blog.goto(cardShapesPost)
  const of = (shape: string) =>
    blog
      .locator('.link-card', { has: blog.locator(`a[href="https://example.org/${shape}"]`) })
      .locator('.link-card-image img')
  const [broken, whole] = [of('broken-image'), of('ordinary')]
  await whole.scrollIntoViewIfNeeded()
  await broken.scrollIntoViewIfNeeded()
  await expect
    .poll(() =>
      broken.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 0),
    )
    .toBe(true)
  expect(await broken.boundingBox()).toMatchObject({
    width: (await whole.boundingBox())?.width,
    height: (await whole.boundingBox())?.height,
  })
  await expect(broken).toHaveAttribute('alt', '')
})

test('words from right to left begin on the right', async ({ blog }) => {
  await blog.goto(cardShapesPost)
  const card = blog.locator('.link-card', {
    has: blog.locator('a[href="https://example.org/right-to-left"]'),
  })
  expect(
    await card.locator('.link-card-title').evaluate((title) => getComputedStyle(title).direction),
  ).toBe('rtl')
  expect(await card.locator('bdi').evaluate((name) => getComputedStyle(name).direction)).toBe('rtl')
})
