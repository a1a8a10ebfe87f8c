import type { Locator, Page } from '@playwright/test'
import { themeColors } from '@/components/ui/theme-colors'
import { expect, test } from './blog'
import { expectAccessible } from './expect-accessible'

const post = '/posts/how-a-thread-is-read'

/** Red, green and blue, of 255, as a canvas of the page mixes what the theme calls by each name. */
const drawn = (page: Page, names: string[]): Promise<number[][]> =>
  page.evaluate((names) => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('no canvas')
    return names.map((name) => {
      const probe = document.createElement('i')
      probe.style.color = `var(${name})`
      document.body.append(probe)
      context.fillStyle = getComputedStyle(probe).color
      probe.remove()
      context.fillRect(0, 0, 1, 1)
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
    })
  }, names)

/** WCAG 2.2, “relative luminance”, and the 0.05 that a ratio adds. */
const luminance = ([red = 0, green = 0, blue = 0]: number[]) => {
  const linear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05
}

/** The ratio of two colours that a page draws with (WCAG 2.2, 1.4.3). */
async function contrast(page: Page, of: string, on: string): Promise<number> {
  const [first = 0, second = 0] = (await drawn(page, [of, on])).map(luminance)
  return Math.max(first, second) / Math.min(first, second)
}

const width = async (place: Locator) => (await place.boundingBox())?.width ?? 0

test('who asks for more contrast has it, in both schemes: 7 to 1 in every word, 3 to 1 in every edge', async ({
  blog,
}) => {
  await blog.goto(post)
  for (const colorScheme of ['light', 'dark'] as const) {
    await blog.emulateMedia({ colorScheme, contrast: 'more' })
    for (const name of ['--color-ink', '--color-muted', '--color-accent']) {
      expect(
        await contrast(blog, name, '--color-paper'),
        `${name}, ${colorScheme}`,
      ).toBeGreaterThanOrEqual(7)
    }
    expect(
      await contrast(blog, '--color-rule', '--color-paper'),
      colorScheme,
    ).toBeGreaterThanOrEqual(3)
    await expectAccessible(blog)
  }
})

test('what no style sheet reaches is drawn in the colours of the theme', async ({ blog }) => {
  await blog.goto(post)
  const hex = (parts: number[]) =>
    `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
  const { paperDark, ...light } = themeColors
  await blog.emulateMedia({ colorScheme: 'light' })
  const names = Object.keys(light)
  const colors = (
    await drawn(
      blog,
      names.map((name) => `--color-${name}`),
    )
  ).map(hex)
  expect(Object.fromEntries(names.map((name, index) => [name, colors[index]]))).toEqual(light)
  await blog.emulateMedia({ colorScheme: 'dark' })
  expect((await drawn(blog, ['--color-paper'])).map(hex)).toEqual([paperDark])
})

/** How many rules of the page that hold now let one page pass into the next. */
const passingRules = (page: Page) =>
  page.evaluate(() => {
    const count = (rules: CSSRuleList): number =>
      [...rules].reduce((sum, rule) => {
        if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) return sum
        if (rule instanceof CSSGroupingRule) return sum + count(rule.cssRules)
        return sum + (rule.constructor.name === 'CSSViewTransitionRule' ? 1 : 0)
      }, 0)
    return [...document.styleSheets].reduce((sum, { cssRules }) => sum + count(cssRules), 0)
  })

test('a page gives way to the next one softly; for who wants no motion it is there at once', async ({
  blog,
}) => {
  await blog.addInitScript(() => {
    addEventListener('pagereveal', (event) =>
      Object.assign(window, { passes: Reflect.get(event, 'viewTransition') !== null }),
    )
  })
  await blog.goto('/')
  expect(await passingRules(blog)).toBe(1)
  await blog.emulateMedia({ reducedMotion: 'reduce' })
  expect(await passingRules(blog)).toBe(0)
  await blog.getByRole('article').getByRole('link', { name: 'How a thread is read' }).click()
  await expect(blog.getByRole('heading', { level: 1 })).toHaveText('How a thread is read')
  await expect.poll(() => blog.evaluate(() => Reflect.get(window, 'passes'))).toBe(false)
  expect(await blog.evaluate(() => document.getAnimations().length)).toBe(0)
})

test('in a reader’s own colours what is told apart by a shade has an edge, and the form’s button is a button', async ({
  blog,
}) => {
  await blog.emulateMedia({ forcedColors: 'active' })
  await blog.goto(post)
  for (const name of ['.code', '.tag', '.prose :not(pre) > code']) {
    await expect(blog.locator(name).first(), name).toHaveCSS('border-top-style', 'solid')
  }
  const { button, page } = await blog.evaluate(() => ({
    button: getComputedStyle(
      document.querySelector('.comment-form button[type="submit"]') ?? document.body,
    ).backgroundColor,
    page: getComputedStyle(document.body).backgroundColor,
  }))
  expect(button).not.toBe(page)
  await blog.goto('/posts/what-happens-to-a-pasted-link')
  await expect(blog.locator('.link-card').first()).toHaveCSS('border-top-style', 'solid')
  await expectAccessible(blog)
})

test.describe('on a wall of 3,840 px', () => {
  test.use({ viewport: { width: 3_840, height: 2_160 } })

  test('a line stays as long as it is read, in the middle, and is larger than on an admin area', async ({
    blog,
  }) => {
    for (const path of ['/', post, '/docs/api', '/tags']) {
      await blog.goto(path)
      const box = await blog.getByRole('main').boundingBox()
      const { x = 0, width: column = 0 } = box ?? {}
      expect(Math.abs(x - (3_840 - x - column)), `${path}, left and right`).toBeLessThanOrEqual(2)
      expect(
        await blog.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
    await blog.goto(post)
    await expect(blog.locator('html')).toHaveCSS('font-size', '18px')
    const text = blog.locator('.post-text > p').first()
    const size = Number.parseFloat(
      await text.evaluate((element) => getComputedStyle(element).fontSize),
    )
    // Half a size is what a letter of text takes: 45 to 80 of them are a line that is read well.
    const letters = (await width(text)) / (size / 2)
    expect(letters).toBeGreaterThanOrEqual(45)
    expect(letters).toBeLessThanOrEqual(80)
  })
})
