import type { Page } from '@playwright/test'

/**
 * How far things moved on a page that was opened and read to its end: its cumulative layout shift. The page is opened
 * twice: the first time its fonts may come when the machine lets them.
 */
export async function layoutShift(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  return page.evaluate(async () => {
    const frames = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    await document.fonts.ready
    await frames()
    let moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved += 'value' in entry && typeof entry.value === 'number' ? entry.value : 0
    }).observe({ type: 'layout-shift', buffered: true })
    await frames()
    return moved
  })
}
