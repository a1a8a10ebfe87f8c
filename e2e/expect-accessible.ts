import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Expects a page to pass axe (WCAG 2.2 AA) and not to overflow horizontally.
 * @param state describes the page in failures
 */
export async function expectAccessible(page: Page, state = page.url()): Promise<void> {
  // A submitted form leads to a page whose styles may still be loading.
  await page.waitForLoadState('load')
  // The default mode opens an extra page for each check, which only matters for cross-origin
  // frames.
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

/**
 * Checks light and dark, at 320 and 1,280 px. The page is loaded once, because only CSS depends on
 * these.
 */
export async function expectAccessibleInEveryLook(page: Page): Promise<void> {
  // Runs four full checks.
  test.slow()
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `${page.url()}, ${colorScheme}, ${width} px`)
    }
  }
}
