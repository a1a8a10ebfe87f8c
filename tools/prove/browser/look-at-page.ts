import type { Page } from '@playwright/test'
import type { Seen } from './watched-context'

/** In which a stranger's words stand: comments as readers, the admin area and their own authors see them, and the other lists of the admin area. */
const holders = ':is(.comment, .admin-comment, .prose-comment, .admin-filters, .admin-rows > li)'
const parts =
  ':is(script, img, iframe, style, base, meta, object, embed, [onload], [onerror], [onmouseover], [onclick])'
/** The admin area has forms for each comment; the words themselves have none. */
const forms = ':is(.comment, .prose-comment, .admin-parent) form'

/** For what was set off to ask for something. */
const aMomentMs = 250

/** Opens a page, and looks at it. */
export async function openAndLook(page: Page, url: string, seen: Seen): Promise<string[]> {
  const response = await page.goto(url, { waitUntil: 'networkidle' })
  if (response?.status() !== 200) seen.broken.push(`${url} was answered ${response?.status()}`)
  return look(page, seen)
}

/**
 * Touches all that a stranger wrote on the page that is open, unfolds what is folded there, and looks whether it is whole.
 * @returns the numbers of the comments in it
 */
export async function look(page: Page, seen: Seen): Promise<string[]> {
  const found = await page.evaluate(
    ({ holders, partsOfStrangers }) => {
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
        // A link to elsewhere leads there, and a control does what it says; what else is clicked does nothing.
        const isMeantTo = element.closest(
          'a:is([href^="http"], [href^="mailto:"], [href^="/"]), button, summary, label, input, textarea, select',
        )
        if (!isMeantTo && element instanceof HTMLElement) element.click()
      }
      const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')]
      return {
        comments: [
          ...document.querySelectorAll<HTMLElement>('article:is(.comment, .admin-comment)'),
        ].map(({ dataset, id }) => dataset.id ?? id.replace('comment-', '')),
        parts: document.querySelectorAll(partsOfStrangers).length,
        // Of a link that leads nowhere it is “:”.
        links: links
          .filter(({ protocol }) => !['http:', 'https:', 'mailto:', ':'].includes(protocol))
          .map(({ href }) => href),
        isWhole:
          document.querySelector('main') !== null &&
          document.querySelector('#__next_error__') === null,
        tooWide: document.documentElement.scrollWidth - window.innerWidth,
      }
    },
    { holders, partsOfStrangers: `${holders} ${parts}, ${forms}` },
  )
  await page.waitForTimeout(aMomentMs)
  const url = page.url()
  if (found.parts > 0 || found.links.length > 0)
    seen.broken.push(`${url} shows ${found.parts} parts, links to ${found.links}`)
  if (!found.isWhole) seen.broken.push(`${url} is not whole`)
  if (found.tooWide > 0) seen.broken.push(`${url} is ${found.tooWide} pixels wider than the window`)
  return found.comments
}

/**
 * A list, page after page.
 * @param next what the link to the next page is called
 */
export async function lookThrough(
  page: Page,
  url: string,
  next: string,
  seen: Seen,
): Promise<{ pages: number; comments: string[] }> {
  const comments: string[] = []
  let pages = 0
  for (let at: string | null = url; at !== null; pages++) {
    comments.push(...(await openAndLook(page, at, seen)))
    const link = page.getByRole('link', { name: next, exact: true })
    const href: string | null = (await link.count()) > 0 ? await link.getAttribute('href') : null
    at = href && new URL(href, url).href
  }
  return { pages, comments }
}
