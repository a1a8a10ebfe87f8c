import type { Page } from '@playwright/test'
import type { Findings } from '@/tools/prove/part'
import { checkPage } from './check-page'
import type { RecordedEvents } from './monitored-context'

/**
 * Simulates each forbidden effect once in the open page, within untrusted text. This shows
 * that the checks would detect a real attack; otherwise later checks would prove nothing.
 */
export async function expectAttackDetected(
  page: Page,
  seen: RecordedEvents,
  findings: Findings,
): Promise<void> {
  await waitForReact(page)
  await page.evaluate(() => {
    const content = document.querySelector('.prose-comment')
    if (!content) throw new Error('the page contains no untrusted content')
    content.addEventListener('mouseover', () => alert('simulated'))
    const image = Object.assign(new Image(), { src: 'https://evil.example/simulated.png' })
    content.append(image, Object.assign(document.createElement('a'), { href: 'javascript:void 0' }))
    const wide = document.createElement('div')
    Object.assign(wide.style, { width: '200vw', height: '1px' })
    document.body.append(wide)
    setTimeout(() => {
      throw new Error('simulated')
    })
  })
  await checkPage(page, seen)
  const detected = {
    'a dialog': seen.dialogs.join() === 'simulated',
    'a third-party request': seen.foreign.join() === 'https://evil.example/simulated.png',
    'an error': seen.broken.some((entry) => entry.endsWith(': simulated')),
    'an image and a link': seen.broken.some((entry) =>
      entry.endsWith(' has forbidden elements: 1, and links: javascript:void 0'),
    ),
    overflow: seen.broken.some((entry) => entry.endsWith(' px wider than the window')),
    'no other effect': seen.broken.length === 3,
  }
  const missed = Object.entries(detected).flatMap(([what, isSeen]) => (isSeen ? [] : [what]))
  findings.expect(
    missed.length === 0,
    `not detected at ${page.url()}: ${missed.join(', ')}; detected: ${JSON.stringify(seen)}`,
  )
}

/**
 * Waits until React has hydrated the whole page. Before that, it treats injected elements as a
 * hydration error and renders the page again.
 */
async function waitForReact(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('.prose-comment') ?? {}).some((key) =>
      key.startsWith('__reactFiber'),
    ),
  )
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}
