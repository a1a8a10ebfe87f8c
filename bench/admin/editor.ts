/**
 * Measures the time from a key press to the next paint in Chromium. The draft has 50,000 words and
 * 100 links shown as cards.
 */
import type { Page } from '@playwright/test'
import { addDraft, withAdminPage } from '@/bench/support/admin-chromium'
import { type Figure, show } from '@/bench/support/figure'
import {
  cardsAreDrawn,
  linkedPage,
  mockLinkPreviews,
  slowPage,
  storeLinkedPages,
} from '@/bench/support/linked-pages'
import { type Blog, withBlog } from '@/bench/support/prepare'
import { quantile } from '@/bench/support/quantile'

const keys = 300
const pauseMs = 60
const links = 100
const pastes = 20

/** Returns 100 parts of 500 words, each with a heading, a list, a code block and a unique link. */
function longDraft(): string {
  const words = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => ['words', 'of', 'some', 'length', '*as*', 'they', 'come'][index % 7],
    ).join(' ')
  const part = (index: number) =>
    `## Part ${index}\n\n${words(240)}.\n\n${linkedPage(index)}\n\n- ${words(20)}\n` +
    `- ${words(20)}\n\n\`\`\`js\nconst part = ${index} // of code\n\`\`\`\n\n${words(220)}.\n`
  return Array.from({ length: links }, (_, index) => part(index)).join('\n')
}

/**
 * Returns the milliseconds from each key press to the frame that shows it. A task queued in a frame
 * runs after that frame is painted.
 */
async function keysToPaint(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => times.push(performance.now() - timeStamp)
          port2.postMessage(undefined)
        }),
      { capture: true },
    )
  })
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'abcde'.charAt(key % 6))
    await page.waitForTimeout(pauseMs)
  }
  return page.evaluate(() => ('times' in window && Array.isArray(window.times) ? window.times : []))
}

/**
 * Returns the milliseconds from pasting a URL on an empty line to the frame that shows its
 * skeleton.
 */
async function pastesToSkeleton(page: Page): Promise<number[]> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { pasteTimes: times })
    addEventListener(
      'paste',
      ({ timeStamp, clipboardData }) => {
        const url = clipboardData?.getData('text/plain') ?? ''
        const look = new MutationObserver(() => {
          if (!document.querySelector(`.editor-card a[href="${url}"]`)) return
          look.disconnect()
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => times.push(performance.now() - timeStamp)
            port2.postMessage(undefined)
          })
        })
        look.observe(document.body, { subtree: true, childList: true })
      },
      { capture: true },
    )
  })
  // Types after the last words, because a URL in a list or in code does not become a card.
  await page.keyboard.press('ControlOrMeta+End')
  for (let paste = 0; paste < pastes; paste++) {
    await page.keyboard.type('Words.')
    await page.keyboard.press('Enter')
    await page.evaluate((url) => navigator.clipboard.writeText(url), slowPage(paste))
    await page.waitForTimeout(300)
    await page.keyboard.press('ControlOrMeta+v')
    await page.waitForTimeout(600)
    await cardsAreDrawn(page)
  }
  const times = await page.evaluate(() =>
    'pasteTimes' in window && Array.isArray(window.pasteTimes) ? window.pasteTimes : [],
  )
  if (times.length < pastes)
    throw new Error(`only ${times.length} of ${pastes} pasted links showed a skeleton`)
  return times
}

export async function measureEditor(blog: Blog): Promise<Figure[]> {
  const path = await addDraft(blog, longDraft())
  await storeLinkedPages(
    blog.database,
    Array.from({ length: links }, (_, index) => linkedPage(index)),
    blog.server.url,
  )
  return withAdminPage(blog, async (page) => {
    await mockLinkPreviews(page)
    await page.goto(path)
    const text = page.getByRole('textbox', { name: 'Text of the post' })
    await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button').first().waitFor()
    // Types in the middle of the document, with as much text before as after.
    await page.locator('.cm-scroller').evaluate((scroller) => {
      scroller.scrollTop = scroller.scrollHeight / 2
    })
    await page.waitForTimeout(1_000)
    await text.click({
      position: { x: 200, y: (await text.boundingBox().then((box) => box?.height ?? 0)) / 2 },
    })
    await page.waitForTimeout(3_000)
    const drawn = await cardsAreDrawn(page)
    const ours = await keysToPaint(page)
    const skeletons = await pastesToSkeleton(page)
    // The content security policy of the admin area prevents scripts from writing documents.
    await page.goto('about:blank')
    await page.setContent(`<textarea style="width:640px;height:600px">${longDraft()}</textarea>`)
    await page.locator('textarea').click()
    const baseline = await keysToPaint(page)
    const p95 = quantile(ours, 0.95)
    const plain = quantile(baseline, 0.95)
    const skeleton = quantile(skeletons, 0.95)
    return [
      show({
        what:
          `from a key press to the next paint in a draft of 50,000 words with ${links} cards ` +
          `(${drawn} in view, with images), p95`,
        ours: `${p95.toFixed(1)} ms (median ${quantile(ours, 0.5).toFixed(1)} ms)`,
        baseline: `${plain.toFixed(1)} ms in a plain <textarea> with the same text`,
        ratio: `${(p95 / plain).toFixed(2)} ×`,
        target: '≤ 32 ms',
        reached: p95 <= 32,
      }),
      show({
        what: `from pasting a URL to its skeleton in that draft, p95 of ${pastes}`,
        ours: `${skeleton.toFixed(1)} ms (median ${quantile(skeletons, 0.5).toFixed(1)} ms)`,
        baseline: 'until its card, whose page responds after 400 ms',
        ratio: '—',
        target: '≤ 100 ms',
        reached: skeleton <= 100,
      }),
    ]
  })
}

if (process.argv[1] === import.meta.filename) await withBlog(measureEditor)
