import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { firstInGate } from './blog'

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
  const { violations } = await new AxeBuilder({ page })
    // Describing each element that passes takes longer than the checks.
    .options({ resultTypes: ['violations'] })
    .withTags(rules)
    .setLegacyMode()
    .analyze()
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

const allDisplays = [
  ['dark', 320],
  ['light', 1280],
  ['light', 320],
  ['dark', 1280],
] as const

/** The colour schemes and widths of accessibility checks. */
export const displays = firstInGate(allDisplays)

/**
 * Checks each colour scheme and width: in the nightly run, light and dark at 320 and 1,280 px. The
 * page is loaded once, because only CSS depends on these.
 */
export async function expectAccessibleOnEveryDisplay(page: Page): Promise<void> {
  // Runs up to four full checks.
  test.slow()
  for (const [colorScheme, width] of displays) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${page.url()}, ${colorScheme}, ${width} px`)
  }
}
