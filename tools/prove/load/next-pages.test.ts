import { EventEmitter, once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '@/scripts/embedded-postgres'
import { Findings } from '@/tools/prove/part'
import { Scene } from '@/tools/prove/scene'
import { DowntimeLog } from './downtime-log'
import { Ledger } from './ledger'
import { expectNextPages, type NextPages, watchNextPages } from './next-pages'

async function serve(listener: RequestListener): Promise<string> {
  const port = await freePort()
  const server = createServer(listener).listen(port, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${port}`
}

/**
 * Starts a server that acknowledges comments and shows all of them, and a process behind it with
 * configurable responses, or none.
 */
async function startSite(respond?: (page: string) => { status: number; text: string }) {
  let page = ''
  const events = new EventEmitter()
  const written = once(events, 'written')
  const requested = once(events, 'requested')
  const front = await serve((request, response) => {
    if (request.method !== 'POST') return void response.end(page)
    request.on('data', (chunk) => (page += chunk))
    request.on('end', () => {
      response.writeHead(201).end('{"status":"published"}')
      events.emit('written')
    })
  })
  const listener: RequestListener = (_, response) => {
    const { status = 0, text } = respond?.(page) ?? {}
    response.writeHead(status).end(text)
    events.emit('requested')
  }
  const url = respond ? await serve(listener) : `http://127.0.0.1:${await freePort()}`
  const scene = new Scene('short', '.', () => {})
  onTestFinished(() => scene.end())
  const downtimes = new DowntimeLog()
  const watch = () =>
    watchNextPages(scene, {
      front,
      urls: [url],
      slugs: ['a-post'],
      ledger: new Ledger(scene),
      downtimes,
    })
  return { scene, url, downtimes, watch, requested, written }
}

function brokenBy(pages: NextPages, url: string): string[] {
  const findings = new Findings()
  expectNextPages(findings, pages, [url], 'now')
  return findings.failures
}

test('accepts a process whose next pages show the comment, even after 503 responses', async () => {
  let times = 0
  const { url, watch } = await startSite((text) =>
    times++ < 3 ? { status: 503, text: '' } : { status: 200, text },
  )
  const watching = watch()
  expect(await watching.waitForCheck(url)).toBe(true)
  expect(brokenBy(await watching.stop(), url)).toEqual([])
})

test('reports a process that shows the previous page', async () => {
  const { url, watch } = await startSite(() => ({ status: 200, text: 'as before' }))
  const watching = watch()
  expect(await watching.waitForCheck(url)).toBe(true)
  expect(brokenBy(await watching.stop(), url)).toEqual([
    expect.stringMatching(/^now, [1-9]\d* of \d+ next pages were outdated: /),
  ])
})

test.each([404, 429, 500])(
  'reports a running process that returns %i, and does not count it as checked',
  async (status) => {
    const { url, watch, requested } = await startSite(() => ({ status, text: '' }))
    const watching = watch()
    await requested
    expect(brokenBy(await watching.stop(), url)).toEqual([
      'now, no page of process 1 could be checked',
      expect.stringContaining(
        `unexpected responses of running servers: ${url}/posts/a-post: ${status}`,
      ),
    ])
  },
)

test('excuses missing responses only of killed processes, and stops with the scene', async () => {
  for (const isDead of [true, false]) {
    const { scene, url, downtimes, watch, written } = await startSite()
    if (isDead) downtimes.markDown(url)
    const watching = watch()
    await written
    await scene.end()
    expect((await watching.stop()).unexpected.length > 0).toBe(!isDead)
  }
})
