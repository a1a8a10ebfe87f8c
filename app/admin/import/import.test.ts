import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runImport, uploadFiles } from '@/components/admin/import/run-import'
import { createOwner } from '@/lib/auth/create-owner'
import { db } from '@/lib/db/client'
import type { ImportReport } from '@/lib/importers/comments/import-report'
import { AdminBrowser } from '@/test/admin-browser'
import { addComment } from '@/test/database/add-rows'
import { ownDatabase } from '@/test/database/database'
import { startServer, type TestServer } from '@/test/servers/server'

const AUTH_SECRET = 'test secret of at least 32 characters'
process.env.AUTH_SECRET = AUTH_SECRET
const DATABASE_URL = await ownDatabase()
const TMPDIR = mkdtempSync(path.join(tmpdir(), 'afterword-test-'))
afterAll(() => rmSync(TMPDIR, { recursive: true }))
const owner = { email: 'olivia@example.org', password: 'a long enough password', name: 'Olivia' }
const host = 'blog.example.net'
const sample = readFileSync('test/fixtures/comment-exports/disqus.xml')

let server: TestServer
let browser: AdminBrowser
beforeAll(async () => {
  await createOwner(owner)
  server = await startServer({ DATABASE_URL, AUTH_SECRET, TMPDIR, TRUSTED_PROXY_HOPS: '1' })
  browser = new AdminBrowser(server.url)
  await browser.signIn(owner.email, owner.password)
})

beforeEach(async () => {
  await db().$executeRaw`TRUNCATE threads, sites, imports CASCADE`
})

const own = () => ({ Origin: server.url, 'Sec-Fetch-Site': 'same-origin' })

type Part = { id?: string; name?: string; offset?: number | string }

const upload = ({ id, name = 'disqus.xml', offset = 0 }: Part, body: Uint8Array<ArrayBuffer>) => {
  const query = new URLSearchParams({ name, offset: String(offset), ...(id && { id }) })
  return browser.request(`/admin/import/upload?${query}`, { method: 'POST', body, headers: own() })
}

/** Runs an import and returns the status and the lines of the response. */
async function run(fields: Record<string, string | File>, kind = 'comments') {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const response = await browser.request(`/admin/import/${kind}`, {
    method: 'POST',
    body,
    headers: own(),
  })
  const lines = (await response.text()).split('\n').filter((line) => line !== '')
  return { response, last: JSON.parse(lines.at(-1) ?? 'null'), lines }
}

const file = () => new File([new Uint8Array(sample)], 'disqus.xml')
const comments = () => db().comment.count()

describe('POST /admin/import/upload', () => {
  test('appends parts, and reports the size after a part at another offset', async () => {
    const first = await upload({}, new Uint8Array(sample.subarray(0, 1_000)))
    expect(first.status).toBe(200)
    expect(first.headers.get('cache-control')).toBe('no-store')
    const { id, size } = await first.json()
    expect(size).toBe(1_000)
    const again = await upload({ id }, new Uint8Array(sample.subarray(0, 1_000)))
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({ code: 'upload-offset', size: 1_000 })
    const second = await upload({ id, offset: 1_000 }, new Uint8Array(sample.subarray(1_000)))
    expect(await second.json()).toEqual({ id, size: sample.length })
    const { last } = await run({ upload: id, site: host, check: 'yes' })
    expect(last.report).toMatchObject({ format: 'disqus', added: expect.any(Number) })
  })

  test('accepts 4 MB at once, and returns 413 for more', async () => {
    expect((await upload({}, new Uint8Array(4 * 1_048_576))).status).toBe(200)
    expect((await upload({}, new Uint8Array(4 * 1_048_576 + 1))).status).toBe(413)
  })

  test('returns 404 for an unknown upload', async () => {
    for (const id of ['a'.repeat(32), '../../etc'])
      expect((await upload({ id }, new Uint8Array(1))).status).toBe(404)
  })

  test.each([
    { name: '../disqus.xml' },
    { name: '..' },
    { name: '' },
    { name: 'é'.repeat(128) },
    { offset: -1 },
    { offset: 'end' },
  ])('returns 400 for %j', async (part) => {
    expect((await upload(part, new Uint8Array(1))).status).toBe(400)
  })

  test('returns 403 for a cross-site request', async () => {
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    for (const path of ['upload?name=a&offset=0', 'comments'])
      expect(
        (await browser.request(`/admin/import/${path}`, { method: 'POST', headers, body: 'a' }))
          .status,
      ).toBe(403)
  })
})

describe('POST /admin/import/posts', () => {
  const ghost = () =>
    new File([new Uint8Array(readFileSync('prisma/fixtures/ghost-export.json'))], 'ghost.json')

  test('imports a Ghost export once, with the address of the old blog', async () => {
    const { response, last } = await run({ file: ghost(), site: `https://${host}/` }, 'posts')
    expect(response.headers.get('content-type')).toContain('application/x-ndjson')
    expect(last.report).toMatchObject({ taken: { length: 6 }, refused: [], unchanged: 0 })
    const { cover } = await db().post.findUniqueOrThrow({ where: { slug: 'bread-slowly' } })
    expect(cover).toBe(`https://${host}/content/images/2024/03/cover.jpg`)
    expect((await browser.open('/posts/bread-slowly')).text).toContain('Bread, slowly')

    const repeated = await run({ file: ghost(), site: `https://${host}/` }, 'posts')
    expect(repeated.last.report).toMatchObject({ taken: [], refused: [], unchanged: 6 })
  })

  test('keeps a post that was edited here, unless its replacement is requested', async () => {
    const file = (text: string) =>
      new File([`---\ntitle: Own\ndate: 2025-10-20\n---\n\n${text}\n`], 'own.md')
    expect((await run({ file: file('One.') }, 'posts')).last.report.taken).toEqual(['own'])
    await db().post.update({ where: { slug: 'own' }, data: { content: 'Edited.' } })
    const refused = await run({ file: file('Two.') }, 'posts')
    expect(refused.last.report).toMatchObject({ taken: [], refused: [{ file: 'own.md' }] })
    const replaced = await run({ file: file('Two.'), overwrite: 'yes' }, 'posts')
    expect(replaced.last.report).toMatchObject({ taken: ['own'], refused: [] })
  })

  test('explains why a file or an address cannot be used', async () => {
    const { last } = await run({ file: new File(['Some notes'], 'notes.txt') }, 'posts')
    expect(last.error).toContain('not an export of Ghost, WordPress')
    const other = await run({ file: new File(['{"db": []}'], 'other.json') }, 'posts')
    expect(other.last.error).toContain('not an export of Ghost:')
    for (const fields of [{}, { file: ghost(), site: 'ftp://old.example' }])
      expect((await run(fields, 'posts')).response.status).toBe(400)
  })

  test('explains errors in the language of the staff member', async () => {
    await db().staff.updateMany({ data: { language: 'de' } })
    const posts = await run({ file: new File(['Some notes'], 'notes.txt') }, 'posts')
    await db().staff.updateMany({ data: { language: null } })
    expect(posts.last.error).toContain('die Datei ist kein Export von Ghost, WordPress')
  })
})

describe('POST /admin/import/comments', () => {
  test('a check writes nothing, an import adds comments, and another adds none', async () => {
    const checked = await run({ file: file(), site: host, check: 'yes' })
    expect(checked.response.headers.get('content-type')).toContain('application/x-ndjson')
    expect(checked.last.report.importId).toBeUndefined()
    const { added } = checked.last.report
    expect(added).toBeGreaterThan(0)
    expect([await comments(), await db().import.count()]).toEqual([0, 0])

    const imported = await run({ file: file(), site: host, me: 'Nobody\n\nMarnie Test' })
    expect(JSON.parse(imported.lines[0] ?? '')).toMatchObject({ progress: expect.any(Object) })
    expect(imported.last.report).toMatchObject({ added, importId: expect.any(Number) })
    expect(await comments()).toBe(added)
    expect(await db().comment.count({ where: { staffId: { not: null } } })).toBeGreaterThan(0)

    const repeated = await run({ file: file(), site: host })
    expect(repeated.last.report).toMatchObject({ added: 0, changed: 0, unchanged: added })
  })

  test('shows the comments on their page, and undo removes them after a confirmation', async () => {
    const { last } = await run({ file: file(), site: host })
    const { added } = last.report
    const thread = await db().thread.findFirstOrThrow({ orderBy: { id: 'asc' } })
    const readPage = async () =>
      (await browser.request(`/api/threads?slug=${encodeURIComponent(thread.slug)}`)).json()
    await expect.poll(async () => (await readPage()).count).toBeGreaterThan(0)

    const page = await browser.open('/admin/import')
    expect(page.text).toContain('disqus.xml')
    const undone = await browser.submit('/admin/import', `Remove ${added} comments`, {})
    expect(undone.headers.get('location')).toBe('/admin/import?done=import-undone')
    expect(await comments()).toBe(0)
    expect((await readPage()).count).toBe(0)
    expect((await browser.open('/admin/import')).text).toMatch(/Undone/)
  })

  test('undo keeps comments that were written here', async () => {
    await run({ file: file(), site: host })
    const { id } = await db().thread.findFirstOrThrow({ orderBy: { id: 'asc' } })
    const ownId = await addComment(id)
    const total = await comments()
    await browser.submit('/admin/import', `Remove ${total - 1} comments`, {})
    expect(await db().comment.findMany({ select: { id: true } })).toEqual([{ id: ownId }])
  })

  test('reports an unknown format and an unknown host', async () => {
    const textFile = await run({ file: new File(['Some words.'], 'words.txt'), check: 'yes' })
    expect(textFile.response.status).toBe(200)
    expect(textFile.last.error).toMatch(/is not supported/)
    expect((await run({ file: file(), site: 'no host/at all' })).last.error).toMatch(/not a host/)
  })

  test('returns an error for a missing file, an unknown upload, zone or type', async () => {
    const fields = [
      [{}, 400],
      [{ file: new File([], 'empty.xml') }, 400],
      [{ file: file(), timeZone: 'Mars/Base' }, 400],
      [{ upload: 'a'.repeat(32) }, 404],
    ] as const
    for (const [form, status] of fields) expect((await run(form)).response.status).toBe(status)
    const text = { method: 'POST', body: 'a', headers: { ...own(), 'Content-Type': 'text/plain' } }
    expect((await browser.request('/admin/import/comments', text)).status).toBe(415)
  })

  test('returns 413 for a file of more than 4 MB', async () => {
    const large = new File([new Uint8Array(5 * 1_048_576)], 'large.xml')
    expect((await run({ file: large })).response.status).toBe(413)
  })
})

test('the link to download all comments leads to the owner’s export only', async () => {
  await run({ file: file(), site: host })
  const page = await browser.request('/admin/import')
  expect(await page.text()).toContain('href="/admin/export"')
  const response = await browser.request('/admin/export')
  expect(response.headers.get('content-disposition')).toContain('attachment')
  const lines = (await response.text()).trim().split('\n')
  expect(JSON.parse(lines[0] ?? '')).toEqual({ format: 'afterword-comments', version: 1 })
  const exported = lines.filter((line) => line.includes('"type":"comment"'))
  expect(exported).toHaveLength(await comments())
  expect((await fetch(`${server.url}/admin/export`)).status).toBe(401)
})

test('an import stops when the client disconnects, and another completes it', async () => {
  const line = (id: number) => ({
    id: String(id),
    pid: '',
    text: '',
    orig: `Text ${id}.`,
    user: { id: 'ada', name: 'Ada' },
    time: '2020-01-01T00:00:00Z',
    locator: { site: 'old', url: `https://${host}/${id}/` },
  })
  const count = 300
  const backup = Array.from({ length: count }, (_, id) => JSON.stringify(line(id))).join('\n')
  const body = new FormData()
  body.set('file', new File([backup], 'backup.json'))
  body.set('site', host)
  const client = new AbortController()
  const { signal } = client
  const init = { method: 'POST', body, headers: own(), signal }
  const response = await browser.request('/admin/import/comments', init)
  const reader = response.body?.getReader()
  for (let text = ''; !/"done":[1-9]/.test(text); ) {
    const { done, value } = (await reader?.read()) ?? {}
    if (done) throw new Error('the import ended early')
    text = new TextDecoder().decode(value)
  }
  client.abort()

  const { last } = await run({ file: new File([backup], 'backup.json'), site: host })
  expect(last.report.added).toBeLessThan(count)
  expect(last.report.added + last.report.unchanged).toBe(count)
  expect(await db().import.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
    { finishedAt: null },
    { finishedAt: expect.any(Date) },
  ])
  expect((await browser.open('/admin/import')).text).toContain('interrupted')
})

describe('in a browser', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  /** Sends the page's requests to the server, and loses the responses with these numbers. */
  function stubFetch(...lost: number[]) {
    const { fetch } = globalThis
    let requests = 0
    vi.stubGlobal('fetch', async (path: string | URL, init: RequestInit) => {
      if (path instanceof URL) return fetch(path, init)
      const response = await browser.request(path, {
        ...init,
        headers: { ...init.headers, ...own() },
      })
      if (lost.includes(++requests)) throw new TypeError('fetch failed')
      return response
    })
  }

  const { signal } = new AbortController()
  const importFrom = (form: FormData, onProgress: (progress: unknown) => void = () => {}) =>
    runImport<ImportReport>('/admin/import/comments', form, { onProgress, signal })
  const spaces = ' '.repeat(1_500_000)
  const large = () => new File([new Uint8Array(sample), spaces], 'disqus.xml')

  test('uploads a large file, continues after a lost connection, and imports it', async () => {
    stubFetch(2)
    const sizes: number[] = []
    const onProgress = (size: number) => sizes.push(size)
    const id = await uploadFiles([large(), new File(['{}'], 'b.json')], { onProgress, signal })
    const size = sample.length + spaces.length
    expect(sizes).toEqual([1_048_576, size, size + 2])

    const form = new FormData()
    form.set('upload', id)
    form.set('site', host)
    const progress: unknown[] = []
    const report = await importFrom(form, (one) => progress.push(one))
    expect(report).toMatchObject({ format: 'disqus', ignoredFiles: ['b.json'] })
    expect(await comments()).toBe(report.added)
    expect(progress).not.toEqual([])
    await expect(importFrom(form)).rejects.toMatchObject({
      code: 'other',
      detail: `Upload “${id}” not found.`,
    })
  })

  test('rejects two files with the same name', async () => {
    const files = [new File(['1'], 'a'), new File(['2'], 'a')]
    await expect(uploadFiles(files, { onProgress: () => {}, signal })).rejects.toMatchObject({
      code: 'same-names',
    })
  })

  test('reports the end of the session', async () => {
    stubFetch()
    browser.cookies.clear()
    const failure = { code: 'signed-out' }
    const options = { onProgress: () => {}, signal }
    await expect(uploadFiles([large()], options)).rejects.toMatchObject(failure)
    await expect(importFrom(new FormData())).rejects.toMatchObject(failure)
  })
})
