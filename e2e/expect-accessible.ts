import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What is drawn is sound for assistive technology (WCAG 2.2 AA, by axe), and nothing leaves its edge.
 * @param state said where it fails
 */
export async function expectAccessible(page: Page, state = page.url()): Promise<void> {
  // A form that was sent leads to a page whose styles may still be on their way.
  await page.waitForLoadState('load')
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    state,
  ).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'px beyond the edge').toBeLessThanOrEqual(0)
}
