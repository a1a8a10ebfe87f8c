import { setTimeout } from 'node:timers/promises'
import { firstInGate, newAddress } from '@/e2e/support/blog'
import { openBareChromium } from './bare-chromium'
import { openRecordingProxy, type RecordedRequest } from './recording-proxy'
import { expect, longMs, test, userAgent } from './view-reader'

/** Returns a page that prerenders a post, and opens it when the test responds to `/show`. */
const pageBefore = (path: string) => `<!doctype html><title>Before</title>
  <script type="speculationrules">
    { "prerender": [{ "source": "list", "urls": ["${path}"], "eagerness": "immediate" }] }
  </script>
  <script>fetch('/show').then(() => { location.href = '${path}' })</script>`

const isPrerender = ({ headers }: RecordedRequest) =>
  headers['sec-purpose'] === 'prefetch;prerender'

/** Chromium may start slowly while other browsers run. */
const slowStart = { timeout: 30_000 }

for (const { name, isShown } of firstInGate([
  {
    name: 'a post that is prerendered and shown is counted once, three seconds after',
    isShown: true,
  },
  { name: 'a post that is prerendered and never shown is not counted', isShown: false },
])) {
  test(name, async ({ baseURL, post }) => {
    test.setTimeout(90_000)
    let show = (_: string) => {}
    const shown = new Promise<string>((resolve) => (show = resolve))
    const proxy = await openRecordingProxy(baseURL ?? '', newAddress(), {
      '/before': pageBefore(post.path),
      '/show': shown,
    })
    const browser = await openBareChromium(`${proxy.url}/before`, userAgent)
    try {
      const reports = () =>
        proxy.requests.filter(({ method, path }) => method === 'POST' && path === '/api/views')
      // The scripts were requested during prerendering, so the page runs and was not only
      // prefetched.
      await expect
        .poll(
          () => proxy.requests.filter(isPrerender).some(({ path }) => path.includes('.js')),
          slowStart,
        )
        .toBe(true)
      await setTimeout(longMs)
      expect(reports()).toHaveLength(0)
      if (isShown) {
        const startedAt = Date.now()
        show('')
        await expect.poll(post.views, slowStart).toBe(1)
        expect(Date.now() - startedAt).toBeGreaterThan(2_900)
        await setTimeout(longMs)
      }
      expect(reports()).toHaveLength(isShown ? 1 : 0)
      expect(await post.views()).toBe(isShown ? 1 : 0)
      // The displayed page is the prerendered one.
      const ofPost = proxy.requests.filter(({ path }) => path === post.path)
      expect(ofPost.map(isPrerender)).toEqual([true])
    } finally {
      await browser.close()
      await proxy.close()
    }
  })
}
