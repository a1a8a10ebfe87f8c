import { type Browser, chromium } from '@playwright/test'
import { programPath } from '@/test/servers/find-program'
import { callsNoTimers, withModules } from '@/test/with-module'
import { checkAdmin, openAdmin, owner } from '@/tools/prove/browser/check-admin'
import { checkAllPages, openAndCheck } from '@/tools/prove/browser/check-page'
import {
  type Appearance,
  openMonitored,
  type RecordedEvents,
} from '@/tools/prove/browser/monitored-context'
import { expectAttackDetected } from '@/tools/prove/browser/simulate-attack'
import { addPosts, startPostgres } from '@/tools/prove/machines/postgres'
import { startServer } from '@/tools/prove/machines/server'
import { Findings, type Part } from '@/tools/prove/part'
import { spreadOverAdmin, writeHostile } from '@/tools/prove/requests/hostile-content'
import type { Scene } from '@/tools/prove/scene'

const light: Appearance = { colorScheme: 'light', width: 360 }
const dark: Appearance = { colorScheme: 'dark', width: 1_280 }

/**
 * Checks that the browser detects simulated attacks, among the comments of a post and in the admin
 * area.
 */
async function expectDetection(
  browser: Browser,
  url: string,
  slug: string,
  findings: Findings,
): Promise<void> {
  for (const path of [`/posts/${slug}`, '/admin/comments?status=published']) {
    const { context, seen } = await openMonitored(browser, url, light)
    const page = path.startsWith('/admin') ? await openAdmin(context, url) : await context.newPage()
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await expectAttackDetected(page, seen, findings)
    await context.close()
  }
}

function expectNothing(seen: RecordedEvents[], findings: Findings): void {
  const dialogs = seen.flatMap((one) => one.dialogs)
  const foreign = seen.flatMap((one) => one.foreign)
  const broken = seen.flatMap((one) => one.broken)
  findings.expect(dialogs.length === 0, `${dialogs.length} dialogs: ${dialogs[0]}`)
  findings.expect(
    foreign.length === 0,
    `${foreign.length} third-party requests: ${[...new Set(foreign)].slice(0, 5).join(' ')}`,
  )
  findings.expect(
    broken.length === 0,
    `${broken.length} broken pages: ${broken.slice(0, 5).join('; ')}`,
  )
  findings.measure('dialogs', dialogs.length, '')
  findings.measure('third-party requests', foreign.length, '')
  findings.measure('broken pages', broken.length, '')
}

export const hostileComments: Part = {
  name: 'hostile-comments',
  needs: ['chromium'],
  inTests: 'e2e/thread/hostile-comments.spec.ts',
  promise:
    'hostile reader input, shown in Chromium with JavaScript: no dialog, no third-party request, ' +
    'no broken page',
  async prove(scene: Scene) {
    const findings = new Findings()
    const postgres = await startPostgres(scene)
    const [slug = ''] = await addPosts(postgres, 1)
    const { url } = await startServer(scene, postgres.url, {
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
      // A deleted comment without a moderation record, as `bringToAdmin` adds, would be cleared by
      // the next timer.
      ...withModules(callsNoTimers),
    })
    const blog = { url, postgres, slug }
    const written = await writeHostile(scene, blog, findings)
    findings.measure('comments', written, '', 'lower')
    const browser = await chromium.launch({
      executablePath: programPath('chromium'),
      args: ['--no-sandbox'],
    })
    scene.onEnd(() => browser.close())
    await expectDetection(browser, url, slug, findings)
    const appearances = scene.choose([light, dark], [light])
    const contexts = await Promise.all(appearances.map((one) => openMonitored(browser, url, one)))
    let pages = 0
    for (const { context, seen } of contexts) {
      const page = await context.newPage()
      const thread = await checkAllPages(page, `${url}/posts/${slug}`, 'Later comments', seen)
      const comments = new Set(thread.comments).size
      findings.expect(comments === written, `the pages show ${comments} of ${written} comments`)
      for (const address of ['/', '/search?q=x']) await openAndCheck(page, url + address, seen)
      await page.close()
      pages += thread.pages + 2
      scene.log(`${thread.pages} pages with ${comments} comments`)
    }
    const expected = await spreadOverAdmin(blog, findings)
    let ofAdmin = 0
    for (const { context, seen } of contexts) {
      const admin = await checkAdmin(await openAdmin(context, url), url, expected, seen, findings)
      ofAdmin += admin.pages
      findings.measure('comments in the admin area', admin.comments, '', 'lower')
      scene.log(`${admin.pages} admin pages with ${admin.comments} comments`)
    }
    findings.measure('pages', pages + ofAdmin, '', 'lower')
    findings.measure('admin pages', ofAdmin, '', 'lower')
    expectNothing(
      contexts.map(({ seen }) => seen),
      findings,
    )
    findings.count('requests', expected.comments + pages + ofAdmin)
    findings.count('invalidInputs', written)
    return findings
  },
}
