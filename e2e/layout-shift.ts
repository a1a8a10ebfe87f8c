import type { Page } from '@playwright/test'

/**
 * How far things moved on a page that was opened and read to its end: its cumulative layout shift.
 * @param fonts `never`: they do not come, and nothing may move. `late`: they come when the page has been drawn, and
 *   take the place of the system's, as no browser does that keeps to `font-display: optional`: the most that can move.
 *   `late as served`: they come as late, and what becomes of them is the browser's matter.
 */
export async function layoutShift(
  page: Page,
  path: string,
  fonts: 'never' | 'late' | 'late as served' = 'never',
): Promise<number> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\.woff2$/, async (route) => {
    if (fonts === 'never') return route.fulfill({ status: 204 })
    await released
    return route.continue()
  })
  await page.route(/\.css$/, async (route) => {
    const response = await route.fetch()
    const css = await response.text()
    await route.fulfill({
      response,
      body: fonts === 'late' ? css.replaceAll('font-display:optional', 'font-display:swap') : css,
    })
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  )
  release()
  await page.waitForLoadState('networkidle')
  const moved = await page.evaluate(async () => {
    const frames = () =>
      new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    await document.fonts.ready
    // Step by step, as what is drawn late is drawn when it comes near.
    for (let top = 0; top < document.body.scrollHeight; top += 400) {
      window.scrollTo(0, top)
      await frames()
    }
    let moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        moved += 'value' in entry && typeof entry.value === 'number' ? entry.value : 0
    }).observe({ type: 'layout-shift', buffered: true })
    await frames()
    return moved
  })
  await page.unroute(/\.woff2$/)
  await page.unroute(/\.css$/)
  return moved
}
