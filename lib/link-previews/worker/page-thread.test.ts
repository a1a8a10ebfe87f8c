import { Worker } from 'node:worker_threads'
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { extractPage } from '@/lib/link-previews/extract/extract-link-preview'
import { hostilePages } from '@/test/link-previews/hostile-pages'
import { isNightly } from '@/test/nightly'
import { PageThread } from './page-thread'

const contentType = 'text/html; charset=utf-8'
const href = 'https://example.org/page'
const pageOf = (html: string) => ({ bytes: Buffer.from(html), href, contentType })

let warned: MockInstance<typeof console.warn>
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockReturnValue()
})

/** Returns a module that runs the given code for each page. */
const threadRunning = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ href }) => {
      const reply = () => parentPort.postMessage(href)
      ${code}
    })`)}`,
  )
const hrefOf = (path: string) => ({ ...pageOf(''), href: path })

test('returns the same preview as the main thread', async () => {
  const thread = new PageThread()
  const html =
    '<title>A title</title><meta property=og:image content=/a.png><link rel=icon href=/i.png>'
  const read = await thread.read(pageOf(html))
  expect(read.preview).toEqual(extractPage(Buffer.from(html), new URL(href), contentType).preview)
  expect(read.declared.metas.get('og:image')).toEqual(['/a.png'])
})

test('returns the same previews for many hostile pages at once', async () => {
  const thread = new PageThread()
  const some = hostilePages.filter((_, n) => n % (isNightly ? 6 : 18) === 0).map(([, html]) => html)
  const read = await Promise.all(some.map((html) => thread.read(pageOf(html))))
  const here = some.map(
    (html) => extractPage(Buffer.from(html), new URL(href), contentType).preview,
  )
  expect(read.map(({ preview }) => preview)).toEqual(here)
})

test('prepares the thread that later reads the page', async () => {
  const entry = threadRunning(
    `void import('node:worker_threads').then(({ threadId }) => ` +
      'parentPort.postMessage(threadId))',
  )
  const thread = new PageThread({ entry })
  thread.prepare()
  const later = new Worker('', { eval: true })
  const { threadId } = later
  await later.terminate()
  thread.prepare()
  await expect(thread.read(hrefOf('any'))).resolves.toBe(threadId - 1)
})

test('does not read an aborted page that waits for its turn', async () => {
  const thread = new PageThread({ entry: threadRunning('setTimeout(reply, 50)') })
  const leave = new AbortController()
  const first = thread.read(hrefOf('first'))
  const left = thread.read(hrefOf('left'), leave.signal)
  leave.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await expect(first).resolves.toEqual('first')
  await expect(thread.read(hrefOf('next'), leave.signal)).rejects.toThrow('gone')
})

if (isNightly)
  test('does not block the main thread while a page is read', async () => {
    const thread = new PageThread()
    await thread.read(pageOf(''))
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await Promise.all(hostilePages.slice(0, 8).map(([, html]) => thread.read(pageOf(html))))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(20)
  })

test('terminates a stuck thread and starts a new one for the next page', async () => {
  const thread = new PageThread({
    entry: threadRunning(`if (href === 'stuck') for (;;); reply()`),
    stuckMs: 1_000,
  })
  await expect(thread.read(hrefOf('fine'))).resolves.toEqual('fine')
  const reads = [thread.read(hrefOf('stuck')), thread.read(hrefOf('behind it'))]
  await expect(Promise.allSettled(reads)).resolves.toMatchObject([
    { status: 'rejected' },
    { value: 'behind it' },
  ])
  await expect(thread.read(hrefOf('next'))).resolves.toEqual('next')
  expect(warned).toHaveBeenCalledOnce()
})

if (isNightly)
  test('waits for pages that finish one by one, however long they take together', async () => {
    const entry = threadRunning(
      'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300); reply()',
    )
    const thread = new PageThread({ entry, stuckMs: 2_000 })
    const pages = Array.from({ length: 12 }, (_, n) => `page ${n}`)
    await expect(Promise.all(pages.map((page) => thread.read(hrefOf(page))))).resolves.toEqual(
      pages,
    )
  })

test.each([
  ['exhausts its memory', 'const all = []; for (;;) all.push(new Array(100_000).fill(href))'],
  ['throws', `throw new Error('broken')`],
])('starts a new thread after a page that %s', async (_, code) => {
  const thread = new PageThread({
    entry: threadRunning(`if (href === 'bad') { ${code} } reply()`),
  })
  await expect(thread.read(hrefOf('bad'))).rejects.toThrow()
  await expect(thread.read(hrefOf('next'))).resolves.toEqual('next')
})

test('starts a thread again with the next page if it could not start', async () => {
  const thread = new PageThread({
    entry: new URL('data:text/javascript,throw new Error("not now")'),
  })
  for (let page = 0; page < 2; page++)
    await expect(thread.read(hrefOf('any'))).rejects.toThrow('not now')
})

test('has no access to environment variables', async () => {
  const entry = threadRunning('parentPort.postMessage({ ...process.env })')
  await expect(new PageThread({ entry }).read(hrefOf('any'))).resolves.toEqual({})
})

test('reads one page at a time', async () => {
  const entry = threadRunning(`
    globalThis.active = (globalThis.active ?? 0) + 1
    setTimeout(() => parentPort.postMessage(globalThis.active--), 5)`)
  const thread = new PageThread({ entry })
  const pages = Array.from({ length: 8 }, () => thread.read(hrefOf('any')))
  await expect(Promise.all(pages)).resolves.toEqual(Array(8).fill(1))
})

test('rejects a page that cannot be sent to the thread', async () => {
  const thread = new PageThread({ entry: threadRunning('reply()') })
  const page = { ...hrefOf('any'), bytes: new Uint8Array(8) }
  structuredClone(page.bytes, { transfer: [page.bytes.buffer] })
  await expect(
    thread.read({ ...page, contentType: (() => '') as unknown as string }),
  ).rejects.toThrow('could not be cloned')
  await expect(thread.read(hrefOf('next'))).resolves.toEqual('next')
})
