import { setTimeout } from 'node:timers/promises'
import { openBareChromium } from './bare-chromium'
import { openFrontDoor, type Passed } from './front-door'
import { expect, longMs, newAddress, test, userAgent } from './view-reader'

/** A page that has a post prerendered, and shows it after a while, or never. */
const pageBefore = (path: string, showAfterMs?: number) => `<!doctype html><title>Before</title>
  <script type="speculationrules">{ "prerender": [{ "source": "list", "urls": ["${path}"], "eagerness": "immediate" }] }</script>
  <script>${showAfterMs === undefined ? '' : `setTimeout(() => { location.href = '${path}' }, ${showAfterMs})`}</script>`

const isPrerender = ({ headers }: Passed) => headers['sec-purpose'] === 'prefetch;prerender'

for (const { name, showAfterMs, views } of [
  { name: 'a post that is prerendered and never shown is not counted', showAfterMs: undefined, views: 0 },
  { name: 'a post that is prerendered and shown is counted once, three seconds after', showAfterMs: 5_000, views: 1 },
]) {
  test(name, async ({ baseURL, post }) => {
    const door = await openFrontDoor(baseURL ?? '', newAddress(), { '/before': pageBefore(post.path, showAfterMs) })
    const browser = await openBareChromium(`${door.url}/before`, userAgent)
    try {
      const documents = () => door.passed.filter(({ path }) => path === post.path)
      const reports = () => door.passed.filter(({ method, path }) => method === 'POST' && path === '/api/views')
      // Its scripts were asked for while it was prerendered: it is a page that runs, not one that was only fetched.
      await expect.poll(() => door.passed.filter(isPrerender).some(({ path }) => path.endsWith('.js')), { timeout: 15_000 }).toBe(true)
      const begun = Date.now()
      await expect
        .poll(() => reports().length, { timeout: 15_000 })
        .toBe(views)
        .catch(() => {})
      if (views === 0) await setTimeout(longMs)
      else expect(Date.now() - begun).toBeGreaterThan(5_000)
      await expect.poll(post.views).toBe(views)
      expect(reports()).toHaveLength(views)
      // What was shown is what had been prerendered.
      expect(documents().map(isPrerender)).toEqual([true])
    } finally {
      await browser.close()
      await door.close()
    }
  })
}
