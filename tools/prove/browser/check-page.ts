import type { Page } from '@playwright/test'
import type { RecordedEvents } from './monitored-context'

/**
 * Selects the elements that contain untrusted text: comments on public, admin and author pages,
 * and the other lists of the admin area.
 */
const holders = ':is(.comment, .admin-comment, .prose-comment, .admin-filters, .admin-rows > li)'
const parts =
  ':is(script, img, iframe, style, base, meta, object, embed, ' +
  '[onload], [onerror], [onmouseover], [onclick])'
/**
 * Excludes the forms that the admin area adds to each comment; comment text never contains a form.
 */
const forms = ':is(.comment, .prose-comment, .admin-parent) form'

/** Time for triggered scripts to make a request, in milliseconds. */
const settleMs = 250

/** Opens a page and checks it. */
export async function openAndCheck(
  page: Page,
  url: string,
  seen: RecordedEvents,
): Promise<string[]> {
  const response = await page.goto(url, { waitUntil: 'networkidle' })
  if (response?.status() !== 200) seen.broken.push(`${url} returned ${response?.status()}`)
  return checkPage(page, seen)
}

/**
 * Hovers over and clicks all untrusted content on the open page, expands collapsed parts, and
 * checks that the page is intact.
 * @returns the ids of the comments in it
 */
export async function checkPage(page: Page, seen: RecordedEvents): Promise<string[]> {
  const found = await page.evaluate(
    ({ holders, untrustedElements }) => {
      const all = new Set(
        [...document.querySelectorAll(`main article, ${holders}`)].flatMap((one) => [
          one,
          ...one.querySelectorAll('*'),
        ]),
      )
      for (const element of all) {
        if (element instanceof HTMLDetailsElement) element.open = true
        for (const event of ['mouseover', 'mouseenter', 'focus', 'pointerdown', 'load', 'error'])
          element.dispatchEvent(new Event(event))
        // Links navigate and controls act when clicked; any other element must do nothing.
        const isMeantTo = element.closest(
          'a:is([href^="http"], [href^="mailto:"], [href^="/"]), button, ' +
            'summary, label, input, textarea, select',
        )
        if (!isMeantTo && element instanceof HTMLElement) element.click()
      }
      const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')]
      return {
        comments: [
          ...document.querySelectorAll<HTMLElement>('article:is(.comment, .admin-comment)'),
        ].map(({ dataset, id }) => dataset.id ?? id.replace('comment-', '')),
        parts: document.querySelectorAll(untrustedElements).length,
        // An invalid link has the protocol “:”.
        links: links
          .filter(({ protocol }) => !['http:', 'https:', 'mailto:', ':'].includes(protocol))
          .map(({ href }) => href),
        isWhole:
          document.querySelector('main') !== null &&
          document.querySelector('#__next_error__') === null,
        tooWide: document.documentElement.scrollWidth - window.innerWidth,
      }
    },
    { holders, untrustedElements: `${holders} ${parts}, ${forms}` },
  )
  await page.waitForTimeout(settleMs)
  const url = page.url()
  if (found.parts > 0 || found.links.length > 0)
    seen.broken.push(`${url} has forbidden elements: ${found.parts}, and links: ${found.links}`)
  if (!found.isWhole) seen.broken.push(`${url} is incomplete`)
  if (found.tooWide > 0) seen.broken.push(`${url} is ${found.tooWide} px wider than the window`)
  return found.comments
}

/**
 * Checks all pages of a list.
 * @param next the label of the link to the next page
 */
export async function checkAllPages(
  page: Page,
  url: string,
  next: string,
  seen: RecordedEvents,
): Promise<{ pages: number; comments: string[] }> {
  const comments: string[] = []
  let pages = 0
  for (let at: string | null = url; at !== null; pages++) {
    comments.push(...(await openAndCheck(page, at, seen)))
    const link = page.getByRole('link', { name: next, exact: true })
    const href: string | null = (await link.count()) > 0 ? await link.getAttribute('href') : null
    at = href && new URL(href, url).href
  }
  return { pages, comments }
}
