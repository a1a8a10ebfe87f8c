import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What is drawn is sound for assistive technology (WCAG 2.2 AA, by axe), and nothing leaves its edge.
 * @param state said where it fails
 */
export async function expectAccessible(page: Page, state = page.url()): Promise<void> {
  // A form that was sent leads to a page whose styles may still be on their way.
  await page.waitForLoadState('load')
  // The other mode opens a page of its own for each look; no page here shows another site.
  const { violations } = await new AxeBuilder({ page }).withTags(rules).setLegacyMode().analyze()
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' ')}`,
    ),
    state,
  ).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    `${state}, px beyond the edge`,
  ).toBeLessThanOrEqual(0)
}

/** The same light and dark, on the narrowest screen and on a wide one. The page is asked for once: how it looks is up to CSS alone. */
export async function expectAccessibleInEveryLook(page: Page): Promise<void> {
  // Four looks at all of it.
  test.slow()
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `${page.url()}, ${colorScheme}, ${width} px`)
    }
  }
}
