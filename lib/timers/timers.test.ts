import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { runTimers } from './timers'

test('calls each path repeatedly, without overlap and regardless of errors', async () => {
  const calls: string[] = []
  let running = 0
  let peak = 0
  let calledOften = () => {}
  const done = new Promise<void>((resolve) => {
    calledOften = resolve
  })
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    peak = Math.max(peak, ++running)
    setTimeout(() => {
      running--
      if (calls.length === 1) response.destroy()
      else response.writeHead(calls.length === 2 ? 503 : 200).end()
      if (calls.length === 4) calledOften()
    }, 20)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : address
  const stop = runTimers(`http://127.0.0.1:${port}`, 'secret', [{ path: '/a', everyMs: 1 }], 1)
  onTestFinished(() => {
    stop()
    server.closeAllConnections()
    server.close()
  })
  await done
  expect(peak).toBe(1)
  expect(new Set(calls)).toEqual(new Set(['POST /a Bearer secret']))
})
