import { expect, firstInGate, test, withoutFonts } from '@/e2e/support/blog'
import { layoutShift } from '@/e2e/support/layout-shift'
import { cardShapes, cardShapesPost } from './card-shapes'

const post = '/posts/what-happens-to-a-pasted-link'

test('a link on its own line becomes a card that is clickable everywhere', async ({ blog }) => {
  await blog.goto(post)
  const card = blog.locator('.link-card').first()
  await expect(card).toBeVisible()
  await expect(card.getByRole('link')).toHaveAttribute('href', /^https:\/\//)
})

test('the images of a card load lazily from the blog and reserve space', async ({ blog }) => {
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

for (const path of firstInGate([post, cardShapesPost]))
  test(`${path} has no layout shift`, async ({ blog }) => {
    expect(await layoutShift(blog, path)).toBeLessThanOrEqual(0.02)
  })

test('a card shows its URL in print', { tag: '@nightly' }, async ({ blog }) => {
  await blog.goto(post)
  await blog.emulateMedia({ media: 'print' })
  const card = blog.locator('.link-card').first()
  await expect(card.getByText(/^https:\/\//)).toBeVisible()
})

for (const colorScheme of firstInGate(['light', 'dark'] as const)) {
  for (const width of firstInGate([360, 1_280])) {
    test.describe(`a card of any shape, ${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } })

      test('has the same height with and without its image and does not overflow', {
        tag: '@nightly',
      }, async ({ blog }) => {
        // Blocks fonts in both runs, because fonts loaded in only one run would wrap lines
        // differently.
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
        const overflowing = await blog.locator('.link-card').evaluateAll((cards) =>
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
        expect(overflowing).toEqual([])
        expect(
          await blog.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        ).toBeLessThanOrEqual(0)
      })
    })
  }
}

test('a card without a picture or icon leaves no gap', { tag: '@nightly' }, async ({ blog }) => {
  await blog.goto(cardShapesPost)
  const cardOf = (shape: string) =>
    blog.locator('.link-card', { has: blog.locator(`a[href="https://example.org/${shape}"]`) })
  const card = cardOf('no-image')
  const text = await card.locator('.link-card-body').boundingBox()
  // The card has a border of one pixel.
  expect(text?.width).toBeCloseTo(((await card.boundingBox())?.width ?? 0) - 2, 0)
  const icon = cardOf('broken-image').locator('.link-card-icon')
  await icon.scrollIntoViewIfNeeded()
  // A neutral icon takes the place of a missing one.
  await expect
    .poll(() => icon.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})

test('leaves the space of a failed image empty without an error', { tag: '@nightly' }, async ({
  blog,
}) => {
  await blog.goto(cardShapesPost)
  const imageOf = (shape: string) =>
    blog
      .locator('.link-card', { has: blog.locator(`a[href="https://example.org/${shape}"]`) })
      .locator('.link-card-image img')
  const broken = imageOf('broken-image')
  const intact = imageOf('ordinary')
  await intact.scrollIntoViewIfNeeded()
  await broken.scrollIntoViewIfNeeded()
  await expect
    .poll(() =>
      broken.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 0),
    )
    .toBe(true)
  expect(await broken.boundingBox()).toMatchObject({
    width: (await intact.boundingBox())?.width,
    height: (await intact.boundingBox())?.height,
  })
  await expect(broken).toHaveAttribute('alt', '')
})

test('right-to-left text starts at the right', { tag: '@nightly' }, async ({ blog }) => {
  await blog.goto(cardShapesPost)
  const card = blog.locator('.link-card', {
    has: blog.locator('a[href="https://example.org/right-to-left"]'),
  })
  expect(
    await card.locator('.link-card-title').evaluate((title) => getComputedStyle(title).direction),
  ).toBe('rtl')
  expect(await card.locator('bdi').evaluate((name) => getComputedStyle(name).direction)).toBe('rtl')
})
