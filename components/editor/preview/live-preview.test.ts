import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLivePreview } from './live-preview'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('waits 1.5 times the rendering time before the next request', async () => {
  const ask = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return { ok: true, json: async () => ({ html: '' }) }
  })
  vi.stubGlobal('fetch', ask)
  const preview = openLivePreview({
    url: '/p',
    read: () => 'a',
    show: () => {},
    fail: () => {},
  })
  await vi.advanceTimersByTimeAsync(1_000)
  preview.changed()
  await vi.advanceTimersByTimeAsync(1_450)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(ask).toHaveBeenCalledTimes(2)
  preview.close()
})
