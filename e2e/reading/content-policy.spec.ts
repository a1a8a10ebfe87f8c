import type { Page } from '@playwright/test'
import { openAdmin, test } from '@/e2e/admin/admin'
import { expect, fewInGate } from '@/e2e/support/blog'

/** Returns the violations of a page's content security policy, as reported by the browser. */
async function violations(page: Page, path: string): Promise<string[]> {
  await page.addInitScript(() => {
    Object.assign(window, { refused: [] })
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      Reflect.get(window, 'refused').push(`${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  return page.evaluate(() => Reflect.get(window, 'refused'))
}

const adminPages = ['comments', 'blocks', 'stats', 'people', 'readers', 'account', 'settings'].map(
  (name) => `/admin/${name}`,
)
const publicPages = [
  '/',
  '/posts/how-a-thread-is-read',
  '/posts/what-happens-to-a-pasted-link',
  '/posts/put-it-on-vercel',
  '/docs/errors',
  '/privacy',
  '/posts/how-a-thread-is-read/comments/newest',
  '/nothing',
  '/invitations/none',
  '/admin/nothing',
  '/privacy/your-data',
  '/comments/0',
  '/privacy/your-data/none',
  '/posts/none',
  '/posts/how-a-thread-is-read/comments/0/reply',
]

/**
 * Only a few in `npm test`: all pages share the two policies, and a violation logs an error, which
 * fails each test of a page.
 */
for (const path of fewInGate([...adminPages, ...publicPages])) {
  test(`the policy of ${path} blocks none of its own resources`, async ({ page }) => {
    expect(await violations(page, path)).toEqual([])
  })
}

test('the scripts of the admin area run with their nonce', async ({ blog, admin }) => {
  await admin.add()
  await openAdmin(blog, `/admin/comments?search=${admin.word}`)
  await blog.keyboard.press('?')
  await expect(blog.locator('.admin-help')).toBeVisible()
})

for (const path of ['/admin/settings', '/posts/how-a-thread-is-read']) {
  test(`the policy of ${path} blocks inline handlers, eval and foreign requests`, async ({
    page,
  }) => {
    await violations(page, path)
    const ran = await page.evaluate(async () => {
      const attempts: Record<string, () => unknown> = {
        handler: () => {
          const button = document.createElement('button')
          button.setAttribute('onclick', 'window.ran = true')
          document.body.append(button)
          button.click()
          return Reflect.get(window, 'ran')
        },
        html: () => {
          document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="window.ran = true">')
          return true
        },
        // Calls eval from a timer, because scripts of the test runner may bypass the policy of the
        // page.
        eval: () =>
          new Promise((resolve) => {
            setTimeout(() => {
              try {
                resolve(Function('return true')())
              } catch {
                resolve(false)
              }
            })
          }),
        elsewhere: () => fetch('https://evil.example/').then(() => true),
        foreign: () =>
          new Promise((resolve) => {
            const script = document.createElement('script')
            script.src = 'https://evil.example/x.js'
            script.onload = () => resolve(true)
            script.onerror = () => resolve(false)
            document.body.append(script)
          }),
      }
      const became: Record<string, boolean> = {}
      for (const [name, attempt] of Object.entries(attempts)) {
        try {
          became[name] = (await attempt()) === true
        } catch {
          became[name] = false
        }
      }
      return became
    })
    expect(ran).toEqual({
      handler: false,
      html: false,
      eval: false,
      elsewhere: false,
      foreign: false,
    })
  })
}

test('an injected script does not run in the admin area', async ({ page }) => {
  await page.route('**/admin/settings', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      '</body>',
      '<script>window.injected = true</script></body>',
    )
    await route.fulfill({ response, body })
  })
  expect((await violations(page, '/admin/settings')).join()).toContain('script-src-elem inline')
  expect(await page.evaluate(() => Reflect.get(window, 'injected'))).toBeUndefined()
})
