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
      const context = await browser.newContext()
      const [page, witness] = [await context.newPage(), await context.newPage()]
      await page.goto(baseURL + path, { waitUntil: 'networkidle' })
      // Playwright loses sight of a page that comes out of that cache: it leaves a word where another page reads it.
      await page.evaluate(() => addEventListener('pageshow', ({ persisted }) => localStorage.setItem('persisted', String(persisted))))
      await page.goto(`${baseURL}/privacy`)
      await witness.goto(`${baseURL}/privacy`)
      void page.goBack().catch(() => {})
      await expect.poll(() => witness.evaluate(() => localStorage.getItem('persisted'))).toBe('true')
    } finally {
      await browser.close()
    }
  })
}
