import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { Findings } from '@/tools/prove/part'
import { Scene } from '@/tools/prove/scene'
import { ConnectionResets } from './connection-resets'
import { sendRequest } from './send-request'

let scene: Scene
afterEach(() => scene.end())

/** Starts a server that resets every connection after a request and records its remote port. */
async function startResetting() {
  const ports: number[] = []
  const server = createServer((socket) => {
    ports.push(socket.remotePort ?? 0)
    socket.once('data', () => socket.resetAndDestroy())
  }).listen(0, '127.0.0.1')
  scene.onEnd(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, ports }
}

test('counts a reset connection as aborted only if the server had accepted it', async () => {
  scene = new Scene('short', '.', () => {})
  const { url, ports } = await startResetting()
  const resets = new ConnectionResets(scene)
  for (let n = 0; n < 2; n++) expect(resets.isReset(await sendRequest(url))).toBe(true)
  expect(ports).toHaveLength(2)
  writeFileSync(path.join(scene.directory, 'accepted-by-1'), JSON.stringify([ports[0], 1]))
  const findings = new Findings()
  resets.expectNoneAborted(findings, 1)
  expect(findings.failures).toEqual(['1 accepted connections were reset'])
  expect(findings.figures).toMatchObject({
    'connections reset before they were accepted': { value: 1 },
  })
})

test('counts a reset that occurs while the request is written', async () => {
  scene = new Scene('short', '.', () => {})
  // Runs in a thread, which resets the connection while this thread is blocked between connecting
  // and sending.
  const server = new Worker(
    `const { createServer } = require('node:net')
    const { parentPort } = require('node:worker_threads')
    const server = createServer((socket) =>
      parentPort.once('message', () => socket.resetAndDestroy()))
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`,
    { eval: true },
  )
  scene.onEnd(() => server.terminate())
  const [port] = await once(server, 'message')
  const resetNow = () => {
    server.postMessage('reset')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  subscribe('undici:client:connected', resetNow)
  scene.onEnd(() => unsubscribe('undici:client:connected', resetNow))
  const response = await sendRequest(`http://127.0.0.1:${port}`)
  expect(response.status).toBe(0)
  expect(new ConnectionResets(scene).isReset(response)).toBe(true)
})

test('does not count a response or a refused connection as a reset', async () => {
  scene = new Scene('short', '.', () => {})
  const resets = new ConnectionResets(scene)
  expect(resets.isReset({ status: 200, tookMs: 1, text: '', bytes: 0 })).toBe(false)
  expect(resets.isReset(await sendRequest('http://127.0.0.1:1'))).toBe(false)
})

test('fails if a server recorded nothing', () => {
  scene = new Scene('short', '.', () => {})
  const findings = new Findings()
  new ConnectionResets(scene).expectNoneAborted(findings, 1)
  expect(findings.failures).toEqual([
    'only 0 of 1 servers reported the connections that they had accepted',
  ])
})
