import { chromium, expect } from '@playwright/test'
import { findProgram } from '@/lib/testing/find-program'
import { test } from './blog'

const executablePath = findProgram('chromium')

for (const path of ['/', '/posts/how-a-thread-is-read', '/archive', '/tags', '/tags/comments', '/docs/errors']) {
  test(`${path} is there at once for who comes back to it`, async ({ baseURL }) => {
    // Playwright switches the cache of whole pages off.
    const browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox'],
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    try {
      const page = await browser.newPage()
      await page.goto(baseURL + path, { waitUntil: 'networkidle' })
      await page.evaluate(() => {
        addEventListener('pageshow', ({ persisted }) => {
          document.documentElement.dataset.persisted = String(persisted)
        })
      })
      await page.goto(`${baseURL}/privacy`)
      await page.goBack()
      await expect(page.locator('html')).toHaveAttribute('data-persisted', 'true')
    } finally {
      await browser.close()
    }
  })
}
