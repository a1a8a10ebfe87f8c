import type { Page } from '@playwright/test'

/**
 * Opens a page, scrolls to its end, and returns its cumulative layout shift.
 * @param fonts `never`: web fonts do not load, and nothing may shift. `late`: web fonts load after
 * the first paint and replace the system fonts, unlike `font-display: optional`; the worst case.
 */
export async function layoutShift(
  page: Page,
  path: string,
  fonts: 'never' | 'late' = 'never',
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
    // Scrolls in steps, because lazy content renders when it comes near the viewport.
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
