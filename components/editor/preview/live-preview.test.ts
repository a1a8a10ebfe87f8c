import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLivePreview } from './live-preview'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['for a short text 1.5 times', 1_000, 1_500],
  ['for a long text 6 times', 200_000, 6_000],
])('waits %s the rendering time before the next request', async (_, length, restMs) => {
  const ask = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return { ok: true, json: async () => ({ html: '' }) }
  })
  vi.stubGlobal('fetch', ask)
  const preview = openLivePreview({
    url: '/p',
    read: () => 'a'.repeat(length),
    show: () => {},
    fail: () => {},
  })
  await vi.advanceTimersByTimeAsync(1_000)
  preview.changed()
  await vi.advanceTimersByTimeAsync(restMs - 50)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(ask).toHaveBeenCalledTimes(2)
  preview.close()
})
