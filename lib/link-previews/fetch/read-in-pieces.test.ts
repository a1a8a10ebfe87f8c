import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { fetchPage } from './fetch-page'

/** Runs in a separate thread, so that writing the headers does not block the test. */
const writesHeaders = `
  import { createServer } from 'node:net'
  import { parentPort } from 'node:worker_threads'
  const head = 'HTTP/1.1 200 OK\\r\\n' + 'x-a: b\\r\\n'.repeat(200_000)
  const server = createServer((socket) => socket.on('error', () => {}).write(head))
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`

test('reads megabytes of minimal headers without blocking the event loop', async () => {
  const target = new Worker(new URL(`data:text/javascript,${encodeURIComponent(writesHeaders)}`))
  onTestFinished(() => void target.terminate())
  const [port] = await once(target, 'message')
  const origin = `http://127.0.0.1:${port}`
  let heldMs = Number.POSITIVE_INFINITY
  // Read as one chunk, they blocked for 0.2 s on an idle machine. Other load only adds time.
  for (let run = 0; run < 5; run++) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await expect(fetchPage(new URL(origin), { allowOrigins: [origin] })).rejects.toMatchObject({
      code: 'target-unreachable',
    })
    await new Promise((resolve) => setTimeout(resolve, 5))
    delay.disable()
    heldMs = Math.min(heldMs, delay.max / 1e6)
  }
  expect(heldMs).toBeLessThan(150)
})
