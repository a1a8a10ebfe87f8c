import { test as base, expect, type Page } from '@playwright/test'

/** What each journey is walked with. */
export const settings = [true, false].flatMap((javaScript) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    [360, 1280].map((width) => ({
      name: `${javaScript ? 'with' : 'without'} JavaScript, ${colorScheme}, ${width} px`,
      use: { javaScriptEnabled: javaScript, colorScheme, viewport: { width, height: 800 } },
    })),
  ),
)

/** The blog's own pages and nothing else: whatever leaves the machine is noted, refused, and fails the test. */
export const test = base.extend<{ blog: Page }>({
  baseURL: async ({ browserName: _ }, use) => use(process.env.BLOG_URL),
  blog: async ({ page, baseURL }, use) => {
    const faults: string[] = []
    const host = new URL(baseURL ?? '').host
    // Pictures of link cards stand on other sites: they are answered here, the rest may not be asked for.
    await page.route(
      (url) => url.host !== host && url.protocol.startsWith('http'),
      (route) => {
        if (route.request().resourceType() === 'image') return route.fulfill({ status: 404 })
        faults.push(`asked for ${route.request().url()}`)
        return route.abort()
      },
    )
    page.on('console', (message) => {
      const isPicture = message.text().includes('404') && !message.location().url.includes(host)
      if (message.type() === 'error' && !isPicture) faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(String(error)))
    await use(page)
    expect(faults).toEqual([])
  },
})

export { expect }
