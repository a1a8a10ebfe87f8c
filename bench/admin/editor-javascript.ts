/**
 * Measures the gzipped JavaScript that the editor adds to an admin page, and checks that no reading
 * page loads it.
 */
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { addDraft, withAdminPage } from '@/bench/support/admin-chromium'
import { show } from '@/bench/support/figure'
import { type Blog, withBlog } from '@/bench/support/prepare'

/** Returns the scripts that a page loads until the network is idle, with their gzipped sizes. */
async function scriptsOf(page: Page, path: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  const reading: Promise<void>[] = []
  const note = (response: Awaited<ReturnType<Page['waitForResponse']>>) => {
    if (response.request().resourceType() !== 'script') return
    reading.push(
      response.body().then((body) => void sizes.set(response.url(), gzipSync(body).length)),
    )
  }
  page.on('response', note)
  await page.goto(path, { waitUntil: 'networkidle' })
  await Promise.all(reading)
  page.off('response', note)
  return sizes
}

export async function measureEditorJavaScript(blog: Blog) {
  const path = await addDraft(blog, 'Words.')
  return withAdminPage(blog, async (page) => {
    const editor = await scriptsOf(page, path)
    const admin = await scriptsOf(page, '/admin/account')
    const reader = await scriptsOf(page, '/posts/measured')
    const added = [...editor].filter(([url]) => !admin.has(url))
    const bytes = added.reduce((sum, [, size]) => sum + size, 0)
    const leaked = added.filter(([url]) => reader.has(url)).length
    const rest = [...admin.values()].reduce((sum, size) => sum + size, 0)
    const pages = leaked > 0 ? `a (${leaked} scripts)` : 'no'
    return show({
      what: `JavaScript of the editor, gzipped; loaded on ${pages} reading page`,
      ours: `${(bytes / 1_000).toFixed(1)} kB`,
      baseline: `${(rest / 1_000).toFixed(1)} kB on an admin page without it`,
      ratio: `+${((bytes / rest) * 100).toFixed(0)} %`,
      target: '≤ 200 kB, only in the admin area',
      reached: bytes <= 200_000 && leaked === 0,
    })
  })
}

if (process.argv[1] === import.meta.filename) await withBlog(measureEditorJavaScript)
