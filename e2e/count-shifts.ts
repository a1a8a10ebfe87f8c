import type { Page } from '@playwright/test'

/** How often anything moved on a page that was opened and read to its end. */
export async function countShifts(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  return page.evaluate(async () => {
    const frames = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    await document.fonts.ready
    await frames()
    let shifts = 0
    new PerformanceObserver((list) => (shifts += list.getEntries().length)).observe({ type: 'layout-shift', buffered: true })
    await frames()
    return shifts
  })
}
