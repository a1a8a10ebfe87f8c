import type { Page } from '@playwright/test'
import type { Findings } from '@/tools/prove/part'
import { look } from './look-at-page'
import type { Seen } from './watched-context'

/**
 * Does among a stranger's words, in the page that is open, what they must never come to, each once: who does not see that
 * would not see theirs either, and what was looked at afterwards would say nothing.
 */
export async function expectToSeePlanted(
  page: Page,
  seen: Seen,
  findings: Findings,
): Promise<void> {
  await waitForReact(page)
  await page.evaluate(() => {
    const words = document.querySelector('.prose-comment')
    if (!words) throw new Error('no stranger wrote anything here')
    words.addEventListener('mouseover', () => alert('planted'))
    const image = Object.assign(new Image(), { src: 'https://evil.example/planted.png' })
    words.append(image, Object.assign(document.createElement('a'), { href: 'javascript:void 0' }))
    const wide = document.createElement('div')
    Object.assign(wide.style, { width: '200vw', height: '1px' })
    document.body.append(wide)
    setTimeout(() => {
      throw new Error('planted')
    })
  })
  await look(page, seen)
  const saw = {
    'a dialog': seen.dialogs.join() === 'planted',
    'a foreign request': seen.foreign.join() === 'https://evil.example/planted.png',
    'an error': seen.broken.some((words) => words.endsWith(': planted')),
    'a picture and a link': seen.broken.some((words) =>
      words.endsWith(' shows 1 parts, links to javascript:void 0'),
    ),
    'what is too wide': seen.broken.some((words) =>
      words.endsWith(' pixels wider than the window'),
    ),
    'nothing else': seen.broken.length === 3,
  }
  const missed = Object.entries(saw).flatMap(([what, isSeen]) => (isSeen ? [] : [what]))
  findings.expect(
    missed.length === 0,
    `planted at ${page.url()} and not seen: ${missed.join(', ')}; but ${JSON.stringify(seen)}`,
  )
}

/** Until it has taken over all of the page, and has nothing left to do, it takes what is planted for a fault of the server's, and makes the page anew. */
async function waitForReact(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('.prose-comment') ?? {}).some((key) =>
      key.startsWith('__reactFiber'),
    ),
  )
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}
