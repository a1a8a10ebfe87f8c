import type { Locator, Page } from '@playwright/test'
import { themeColors } from '@/components/ui/theme-colors'
import { expect, test } from '@/e2e/support/blog'
import { expectAccessible } from '@/e2e/support/expect-accessible'

const post = '/posts/how-a-thread-is-read'

/** Returns theme colours as red, green and blue (0 to 255), as drawn on a canvas of the page. */
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

/** Computes the relative luminance of WCAG 2.2, plus the 0.05 that contrast ratios add. */
const luminance = ([red = 0, green = 0, blue = 0]: number[]) => {
  const linear = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05
}

/** Returns the contrast ratio of two colours of a page (WCAG 2.2, 1.4.3). */
async function contrast(page: Page, of: string, on: string): Promise<number> {
  const [first = 0, second = 0] = (await drawn(page, [of, on])).map(luminance)
  return Math.max(first, second) / Math.min(first, second)
}

const width = async (place: Locator) => (await place.boundingBox())?.width ?? 0

test('with more contrast requested, text has 7 to 1 and borders 3 to 1 in both schemes', async ({
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

test('the theme colours for feeds and manifests match the style sheet', async ({ blog }) => {
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

/** Counts the active CSS rules that enable view transitions between pages. */
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

test('animates navigation between pages, except with reduced motion', async ({ blog }) => {
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

test('in forced colours, shaded areas have borders and the submit button is distinct', async ({
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

test('in forced colours, a comment that a link leads to is outlined', async ({ blog }) => {
  await blog.emulateMedia({ forcedColors: 'active' })
  await blog.goto(post)
  const comment = blog.locator('article.comment').first()
  await comment.locator('header a').first().click()
  await expect(blog).toHaveURL(/#comment-\d+$/)
  await expect(comment).toHaveCSS('outline-style', 'solid')
})

test('applies the chosen colour scheme, even to a page from the cache, but not in print', async ({
  blog,
}) => {
  const root = blog.locator('html')
  const list = blog.getByLabel('Colour scheme')
  await blog.goto(post)
  await list.selectOption('dark')
  await expect(root).toHaveCSS('color-scheme', 'dark')
  await blog.reload()
  await expect(root).toHaveCSS('color-scheme', 'dark')
  await blog.emulateMedia({ media: 'print' })
  await expect(root).toHaveCSS('color-scheme', 'light')
  await blog.emulateMedia({ media: null })

  // The reader has chosen another one on the next page, and returns.
  await blog.evaluate(() => {
    localStorage.setItem('afterword:theme', 'light')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(root).toHaveCSS('color-scheme', 'light')
  await expect(list).toHaveValue('light')
})

test.describe('on a screen of 3,840 px', () => {
  test.use({ viewport: { width: 3_840, height: 2_160 } })

  test('centres the text, uses a larger font, and keeps lines at 45 to 80 characters', async ({
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
    // A character is about half an em wide. Lines of 45 to 80 characters read well.
    const letters = (await width(text)) / (size / 2)
    expect(letters).toBeGreaterThanOrEqual(45)
    expect(letters).toBeLessThanOrEqual(80)
  })
})
