import type { EventEmitter } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'

let admitCrowd: typeof import('./admit-crowd')['admitCrowd']
beforeEach(async () => {
  // Resets the counts of active requests.
  vi.resetModules()
  ;({ admitCrowd } = await import('./admit-crowd'))
})

/**
 * Sends concurrent requests. `admitted` lists those that were admitted so far, in order. `answer`
 * completes one of them.
 */
function crowd(count: number, url: string) {
  const admitted: number[] = []
  const answers: EventEmitter[] = []
  for (let n = 0; n < count; n++) {
    const request = Object.assign(new IncomingMessage(new Socket()), { url })
    const response = new ServerResponse(request)
    answers.push(response)
    void admitCrowd(request, response).then(() => admitted.push(n))
  }
  return { admitted, answer: (n: number) => answers[n]?.emit('close') }
}

/** Waits for everything that can happen within this turn of the event loop. */
const inThisTurn = async () => {
  for (let n = 0; n < 10; n++) await Promise.resolve()
}

test.each([
  ['/posts/a', 64],
  ['/api/og-metadata?url=https://a.org', 16],
])(
  '%s: %i requests start at once, each of the others in order in a turn of its own',
  async (url, freely) => {
    const { admitted } = crowd(freely + 3, url)
    await inThisTurn()
    expect(admitted).toHaveLength(freely)
    const byTurn: number[] = []
    while (admitted.length < freely + 3) {
      const before = admitted.length
      await nextTurn()
      await inThisTurn()
      byTurn.push(admitted.length - before)
    }
    expect(Math.max(...byTurn)).toBe(1)
    expect(admitted).toEqual(Array.from({ length: freely + 3 }, (_, n) => n))
  },
)

test('a completed request makes room for another one', async () => {
  const { answer } = crowd(64, '/posts/a')
  answer(3)
  const next = crowd(2, '/posts/a')
  await inThisTurn()
  expect(next.admitted).toEqual([0])
})

test('a request aborted before its admission takes no room', async () => {
  // A hundred clients that disconnect while they wait for something else.
  for (let n = 0; n < 100; n++) {
    const request = Object.assign(new IncomingMessage(new Socket()), { url: '/posts/a' })
    request.socket.destroy()
    await new Promise((resolve) => request.socket.once('close', resolve))
    await admitCrowd(request, new ServerResponse(request))
  }
  const next = crowd(64, '/posts/a')
  await inThisTurn()
  expect(next.admitted).toHaveLength(64)
})

test('many preview requests do not make readers queue', async () => {
  crowd(40, '/api/og-metadata?url=https://a.org')
  const reader = crowd(1, '/posts/a')
  await inThisTurn()
  expect(reader.admitted).toEqual([0])
})
