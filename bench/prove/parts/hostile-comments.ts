import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import fc from 'fast-check'
import { ask } from '@/bench/prove/load/ask'
import { doAtOnce } from '@/bench/prove/load/at-once'
import { addPosts, type ProvedPostgres, startPostgres } from '@/bench/prove/machines/postgres'
import { type ProvedServer, startServer } from '@/bench/prove/machines/server'
import { Findings, type Part } from '@/bench/prove/part'
import type { Scene } from '@/bench/prove/scene'
import { programPath } from '@/lib/testing/find-program'
import { hostileSubmissions } from '@/lib/testing/hostile-submissions'

const owner = { email: 'owner@example.org', password: 'the password of the proof' }
const taken = hostileSubmissions.flatMap(({ fields, status }) => (status === 201 ? [fields] : []))

/** What is told of the browser while pages are open. */
type Seen = { dialogs: string[]; foreign: string[]; broken: string[] }

/** Hostile texts cut and put together anew: no list has them all. */
function spliceContents(count: number): Record<string, unknown>[] {
  const pieces = taken.flatMap(({ content }) => (typeof content === 'string' && content.length < 500 ? [content] : []))
  const cut = fc
    .tuple(fc.constantFrom(...pieces), fc.nat(60), fc.nat(60))
    .map(([text, from, length]) => text.slice(from % text.length).slice(0, length + 5))
  const spliced = fc
    .array(fc.oneof(cut, fc.constantFrom('\n\n', ' ', '`', '> ', '- ')), { minLength: 2, maxLength: 8 })
    .map((parts) => parts.join(''))
  return fc.sample(spliced, { numRuns: count, seed: 20_261_122 }).map((content) => ({ content: `Spliced ${content}` }))
}

/** What is cut anywhere may be cut in the middle of a character. All else is a text that a comment may have. */
const isText = ({ content }: Record<string, unknown>) => typeof content !== 'string' || content.isWellFormed()

/** @returns how many were stored; all of them are published, as if somebody had let them through */
async function writeAll(
  { server, postgres, slug }: { server: ProvedServer; postgres: ProvedPostgres; slug: string },
  all: Record<string, unknown>[],
  findings: Findings,
): Promise<number> {
  await doAtOnce(all, 4, async (fields) => {
    const answer = await ask(`${server.url}/api/comments`, { json: { content: 'Words.', author_name: 'Ada', ...fields, slug } })
    findings.expect(
      answer.status === (isText(fields) ? 201 : 400),
      `${JSON.stringify(fields)} was answered ${answer.status} ${answer.text}`,
    )
  })
  await postgres.sql(`UPDATE comments SET status = 'published'`)
  const [row] = await postgres.sql<{ count: number }>('SELECT count(*)::integer AS count FROM comments')
  return row?.count ?? 0
}

async function openContext(browser: Browser, server: ProvedServer, seen: Seen, options: { colorScheme: 'light' | 'dark'; width: number }) {
  const { colorScheme, width } = options
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } })
  context.on('request', (request) => {
    if (!request.url().startsWith(`${server.url}/`) && !request.url().startsWith('data:')) seen.foreign.push(request.url())
  })
  context.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  context.on('weberror', (error) => seen.broken.push(`${error.page()?.url()}: ${error.error().message}`))
  return context
}

/** Opens a page, touches all that a stranger wrote on it, and looks whether it is whole. */
async function look(page: Page, url: string, seen: Seen): Promise<number> {
  const response = await page.goto(url, { waitUntil: 'load' })
  if (response?.status() !== 200) seen.broken.push(`${url} was answered ${response?.status()}`)
  const found = await page.evaluate(() => {
    const all = [...document.querySelectorAll('article.comment, .comment, li.judged, main article')]
    for (const element of all.flatMap((one) => [one, ...one.querySelectorAll('*')])) {
      for (const event of ['mouseover', 'mouseenter', 'focus', 'pointerdown', 'load', 'error']) element.dispatchEvent(new Event(event))
      // A link to elsewhere leads there, and a control does what it says; what else is clicked does nothing.
      const isMeantTo = element.closest(
        'a:is([href^="http"], [href^="mailto:"], [href^="/"]), button, summary, label, input, textarea, select',
      )
      if (!isMeantTo && element instanceof HTMLElement) element.click()
    }
    const parts = '.comment :is(script, img, iframe, style, form, base, meta, object, [onload], [onerror], [onmouseover], [onclick])'
    const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')]
    return {
      comments: document.querySelectorAll('article.comment').length,
      parts: document.querySelectorAll(parts).length,
      // Of a link that leads nowhere it is “:”.
      links: links.filter(({ protocol }) => !['http:', 'https:', 'mailto:', ':'].includes(protocol)).map(({ href }) => href),
      isWhole: document.querySelector('main') !== null && document.querySelector('#__next_error__') === null,
      tooWide: document.documentElement.scrollWidth - window.innerWidth,
    }
  })
  // What it sets off has its time to ask for something.
  await page.waitForLoadState('networkidle')
  if (found.parts > 0 || found.links.length > 0) seen.broken.push(`${url} shows ${found.parts} parts, links to ${found.links}`)
  if (!found.isWhole) seen.broken.push(`${url} is not whole`)
  if (found.tooWide > 0) seen.broken.push(`${url} is ${found.tooWide} pixels wider than the window`)
  return found.comments
}

/** The post's pages one after the other. */
async function lookThrough(context: BrowserContext, url: string, seen: Seen): Promise<{ pages: number; comments: number }> {
  const page = await context.newPage()
  let [pages, comments] = [0, 0]
  for (let next: string | null = url; next !== null; pages++) {
    comments += await look(page, next, seen)
    const later = page.getByRole('link', { name: 'Later comments' })
    const href: string | null = (await later.count()) > 0 ? await later.getAttribute('href') : null
    next = href && new URL(href, url).href
  }
  await page.close()
  return { pages, comments }
}

/** The desk as its owner sees it, signed in by its own form. */
async function lookAtDesk(context: BrowserContext, url: string, seen: Seen): Promise<number> {
  const page = await context.newPage()
  await page.goto(`${url}/desk/sign-in`)
  await page.fill('input[name="email"]', owner.email)
  await page.fill('input[name="password"]', owner.password)
  await Promise.all([page.waitForURL((at) => !at.pathname.endsWith('/sign-in')), page.getByRole('button', { name: 'Sign in' }).click()])
  const addresses = ['/desk', '/desk/comments?status=published', '/desk/readers', '/desk/posts', '/desk/blocks']
  for (const address of addresses) await look(page, url + address, seen)
  await page.close()
  return addresses.length
}

export const hostileComments: Part = {
  name: 'hostile-comments',
  needs: ['chromium'],
  inTests: 'e2e/hostile-comments.spec.ts',
  promise: 'what strangers write, in Chromium with JavaScript on: no dialog, no foreign request, no broken page',
  async prove(scene: Scene) {
    const findings = new Findings()
    const seen: Seen = { dialogs: [], foreign: [], broken: [] }
    const postgres = await startPostgres(scene)
    const [slug = ''] = await addPosts(postgres, 1)
    const server = await startServer(scene, postgres.url, { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password })
    const all = [...taken, ...spliceContents(scene.choose(400, 10))]
    const written = await writeAll({ server, postgres, slug }, all, findings)
    const valid = all.filter(isText).length
    findings.expect(written > 0 && written === valid, `of ${valid} comments that may be written ${written} were stored`)
    const browser = await chromium.launch({ executablePath: programPath('chromium'), args: ['--no-sandbox'] })
    scene.onEnd(() => browser.close())
    const looks = scene.choose(
      [
        { colorScheme: 'light', width: 360 },
        { colorScheme: 'dark', width: 1_280 },
      ] as const,
      [{ colorScheme: 'light', width: 360 }] as const,
    )
    let pages = 0
    for (const options of looks) {
      const context = await openContext(browser, server, seen, options)
      const thread = await lookThrough(context, `${server.url}/posts/${slug}`, seen)
      findings.expect(thread.comments === written, `of ${written} comments the pages show ${thread.comments}`)
      pages += thread.pages
      scene.say(`${thread.pages} pages of ${thread.comments} comments`)
      const page = await context.newPage()
      for (const address of ['/', '/search?q=x']) await look(page, server.url + address, seen)
      pages += 2 + (await lookAtDesk(context, server.url, seen))
      await context.close()
    }
    findings.expect(seen.dialogs.length === 0, `${seen.dialogs.length} dialogs: ${seen.dialogs[0]}`)
    findings.expect(
      seen.foreign.length === 0,
      `${seen.foreign.length} foreign requests: ${[...new Set(seen.foreign)].slice(0, 5).join(' ')}`,
    )
    findings.expect(seen.broken.length === 0, `${seen.broken.length} broken pages: ${seen.broken.slice(0, 5).join('; ')}`)
    findings.measure('comments', written, '', 'lower')
    findings.measure('pages', pages, '', 'lower')
    findings.measure('dialogs', seen.dialogs.length, '')
    findings.measure('foreign requests', seen.foreign.length, '')
    findings.measure('broken pages', seen.broken.length, '')
    findings.count('requests', written + pages)
    findings.count('badInputs', written)
    return findings
  },
}
