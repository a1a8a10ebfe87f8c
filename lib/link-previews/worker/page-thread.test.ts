import { Worker } from 'node:worker_threads'
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { extractLinkPreview } from '@/lib/link-previews/extract/extract-link-preview'
import { hostilePages } from '@/test/link-previews/hostile-pages'
import type { Reading } from './offered-page-thread'
import { PageThread } from './page-thread'

const contentType = 'text/html; charset=utf-8'
const href = 'https://example.org/page'
const pageOf = (html: string) => ({ bytes: Buffer.from(html), href, contentType })

async function extractionOf(reading: Promise<Reading>) {
  const read = await reading
  if (!('extraction' in read)) throw new Error(`the thread ${read.failed}`)
  return read.extraction
}

let warned: MockInstance<typeof console.warn>
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockReturnValue()
})

/** A module that does with each page what the code says. */
const threadDoing = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ id, href }) => {
      const answer = () => parentPort.postMessage({ id, extraction: href })
      ${code}
    })`)}`,
  )
/** What a thread that does what the code says answers to a page that is fine. */
const fine = (path: string) => ({ extraction: path })
const hrefOf = (path: string) => ({ ...pageOf(''), href: path })

test('a page is read there as it is here', async () => {
  const thread = new PageThread()
  const html =
    '<title>A title</title><meta property=og:image content=/a.png><link rel=icon href=/i.png>'
  const read = await extractionOf(thread.read(pageOf(html)))
  expect(read.preview).toEqual(extractLinkPreview(Buffer.from(html), new URL(href), contentType))
  expect(read.declared.metas.get('og:image')).toEqual(['/a.png'])
})

test('what is hostile is read there as it is here, many at once', async () => {
  const thread = new PageThread()
  const some = hostilePages.filter((_, n) => n % 6 === 0).map(([, html]) => html)
  const read = await Promise.all(some.map((html) => extractionOf(thread.read(pageOf(html)))))
  const here = some.map((html) => extractLinkPreview(Buffer.from(html), new URL(href), contentType))
  expect(read.map(({ preview }) => preview)).toEqual(here)
})

test('it begins before the page is there, and is the one that reads it', async () => {
  const entry = threadDoing(
    `void import('node:worker_threads').then(({ threadId }) => parentPort.postMessage({ id, extraction: threadId }))`,
  )
  const thread = new PageThread({ entry })
  thread.prepare()
  const later = new Worker('', { eval: true })
  const { threadId } = later
  await later.terminate()
  thread.prepare()
  await expect(thread.read(hrefOf('any'))).resolves.toEqual({ extraction: threadId - 1 })
})

test('a page that nobody waits for any more is left where it is', async () => {
  const thread = new PageThread()
  await thread.read(pageOf(''))
  const leave = new AbortController()
  const left = thread.read(pageOf(hostilePages[0]?.[1] ?? ''), leave.signal)
  setImmediate(() => leave.abort())
  await expect(left).rejects.toThrow('nobody waits for it')
  await expect(thread.read(pageOf(''), leave.signal)).rejects.toBe(leave.signal.reason)
})

test('this thread goes on while a page is read', async () => {
  const thread = new PageThread()
  await thread.read(pageOf(''))
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await Promise.all(hostilePages.slice(0, 8).map(([, html]) => thread.read(pageOf(html))))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(20)
})

test('a thread that a page keeps busy for ever is ended, and the next page has a new one', async () => {
  const thread = new PageThread({
    entry: threadDoing(`if (href === 'stuck') for (;;); answer()`),
    stuckMs: 3_000,
  })
  await expect(thread.read(hrefOf('fine'))).resolves.toEqual(fine('fine'))
  const stuck = { failed: 'stuck', amongOthers: true }
  await expect(
    Promise.all([thread.read(hrefOf('stuck')), thread.read(hrefOf('behind it'))]),
  ).resolves.toEqual([stuck, stuck])
  await expect(thread.read(hrefOf('next'))).resolves.toEqual(fine('next'))
  expect(warned).toHaveBeenCalledOnce()
})

test('pages that each come to their end are waited for, however long all of them take', async () => {
  const entry = threadDoing(
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300); answer()',
  )
  const thread = new PageThread({ entry, stuckMs: 3_000 })
  const pages = Array.from({ length: 12 }, (_, n) => `page ${n}`)
  await expect(Promise.all(pages.map((page) => thread.read(hrefOf(page))))).resolves.toEqual(
    pages.map(fine),
  )
})

test.each([
  ['takes all its memory', 'const all = []; for (;;) all.push(new Array(100_000).fill(id))'],
  ['throws', `throw new Error('broken')`],
  ['ends it', 'process.exit(3)'],
])(
  'a page that %s is the end of the thread, and the next one has a new thread',
  async (_, code) => {
    const thread = new PageThread({
      entry: threadDoing(`if (href === 'bad') { ${code} } answer()`),
    })
    await expect(thread.read(hrefOf('bad'))).resolves.toEqual({
      failed: 'ended',
      amongOthers: false,
    })
    await expect(thread.read(hrefOf('next'))).resolves.toEqual(fine('next'))
  },
)

test('a thread that cannot begin is tried again with the next page', async () => {
  const thread = new PageThread({
    entry: new URL('data:text/javascript,throw new Error("not now")'),
  })
  for (let page = 0; page < 2; page++)
    await expect(thread.read(hrefOf('any'))).resolves.toEqual({
      failed: 'ended',
      amongOthers: false,
    })
})

test('it knows no secret', async () => {
  const entry = threadDoing('parentPort.postMessage({ id, extraction: { ...process.env } })')
  await expect(new PageThread({ entry }).read(hrefOf('any'))).resolves.toEqual({ extraction: {} })
})

/** Answers no page before it is told to, and then with how many it has. */
const countingThread = threadDoing(`
  globalThis.waiting = [...(globalThis.waiting ?? []), id]
  if (href === 'all') for (const one of waiting) parentPort.postMessage({ id: one, extraction: waiting.length })`)

test('of large pages it has sixteen at a time, and small ones do not wait for them', async () => {
  const thread = new PageThread({ entry: countingThread })
  const large = () => ({ ...hrefOf('large'), bytes: new Uint8Array(1_048_576) })
  const pages = Array.from({ length: 20 }, () => thread.read(large()))
  const gone = AbortSignal.abort(new Error('gone'))
  await expect(thread.read(large(), gone)).rejects.toThrow('gone')
  await expect(thread.read(hrefOf('all'))).resolves.toEqual({ extraction: 17 })
  await expect(Promise.all(pages.slice(0, 16))).resolves.toEqual(Array(16).fill({ extraction: 17 }))
  await thread.read(hrefOf('all'))
  await expect(Promise.all(pages.slice(16))).resolves.toHaveLength(4)
})

test('a page that cannot be sent is an error, and keeps nobody waiting', async () => {
  const thread = new PageThread({ entry: threadDoing('answer()') })
  const page = { ...hrefOf('any'), bytes: new Uint8Array(8) }
  structuredClone(page.bytes, { transfer: [page.bytes.buffer] })
  await expect(
    thread.read({ ...page, contentType: (() => '') as unknown as string }),
  ).rejects.toThrow('could not be cloned')
  await expect(thread.read(hrefOf('next'))).resolves.toEqual(fine('next'))
})
