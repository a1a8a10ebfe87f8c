import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { mergeTests } from '@playwright/test'
import { z } from 'zod'
import { adminPages, test as adminTest } from '@/e2e/admin/admin'
import { expect } from '@/e2e/support/blog'
import { publicPages, test as publicTest } from '@/e2e/support/public-pages'

/** The path of the Nu HTML checker, which needs Java. `npm run test:nightly` sets it. */
const checker = process.env.VNU_JAR
const test = mergeTests(publicTest, adminTest)

const report = z.object({
  messages: z.array(
    z.object({
      type: z.string(),
      subType: z.string().optional(),
      url: z.string(),
      message: z.string(),
      extract: z.string().default(''),
    }),
  ),
})

/** React writes an empty `action` for a form that calls a server action. Browsers accept it. */
const ofReact = 'Bad value “” for attribute “action” on element “form”: Must be non-empty.'
/** The empty 404 page of the admin area and of invitations, which a script fills. */
const ofNext = '<html id="__next_error__">'

/** Returns the errors and warnings of the checker, each with the address of its page. */
async function check(jar: string, pages: { address: string; html: string }[]): Promise<string[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'afterword-html-'))
  const files = pages.map((_, index) => path.join(directory, `${index}.html`))
  for (const [index, file] of files.entries()) writeFileSync(file, pages[index]?.html ?? '')
  try {
    const args = ['-jar', jar, '--format', 'json', '--exit-zero-always', ...files]
    const { stderr } = await promisify(execFile)('java', args, { maxBuffer: 100_000_000 })
    return report
      .parse(JSON.parse(stderr))
      .messages.filter(({ type, subType }) => type === 'error' || subType === 'warning')
      .filter(({ message, extract }) => message !== ofReact && !extract.includes(ofNext))
      .map(({ url, message, extract }) => {
        const page = pages[files.findIndex((file) => url.endsWith(file))]
        return `${page?.address}: ${message} ${extract}`
      })
  } finally {
    rmSync(directory, { recursive: true })
  }
}

test.skip(!checker, 'needs Java and the Nu HTML checker')

test('every page is valid HTML', async ({ request, find, admin, baseURL }) => {
  test.setTimeout(300_000)
  const [post] = await admin.sql('SELECT id FROM posts WHERE slug = $1', [admin.slug])
  await admin.add()
  const pages: { address: string; html: string }[] = []
  for (const address of [...publicPages.map(find), '/admin/sign-in', '/admin/forgotten'])
    pages.push({ address, html: await (await fetch(`${baseURL}${address}`)).text() })
  for (const address of [...adminPages, `/admin/posts/${post?.id}`])
    pages.push({ address, html: await (await request.get(address)).text() })
  expect(await check(checker ?? '', pages)).toEqual([])
})
