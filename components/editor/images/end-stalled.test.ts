import { expect, test, vi } from 'vitest'
import { HandClock, settled } from '@/test/editor/saver-scene'
import { endStalled, UploadFailed, type UploadImage } from './upload-image'

const file = new File(['a picture'], 'hill.png')
const image = '/images/1.webp'

/** An upload controlled by the test. */
function begin() {
  const clock = new HandClock()
  let resolve: (added: typeof image) => void = () => {}
  const promise = new Promise<typeof image>((done) => (resolve = done))
  const leaving = new AbortController()
  const told = vi.fn()
  let given: Parameters<UploadImage> | undefined
  const upload = endStalled((...all) => {
    given = all
    return promise
  })
  const outcome = upload(file, leaving.signal, told).catch((error: unknown) => error)
  const [, signal, progress] = given ?? []
  if (!signal || !progress) throw new Error('it was not begun')
  return { clock, signal, progress, resolve, leaving, told, outcome }
}

test('fails and aborts an upload after 30 seconds without progress', async () => {
  const { clock, signal, progress, outcome } = begin()
  progress(0.5)
  await clock.pass(29_999)
  expect(signal.aborted).toBe(false)
  await clock.pass(1)
  expect(await outcome).toBeInstanceOf(UploadFailed)
  expect(signal.aborted).toBe(true)
})

test('lets a slow upload continue as long as it makes progress', async () => {
  const { clock, signal, progress, resolve, told, outcome } = begin()
  for (let part = 1; part <= 20; part++) {
    await clock.pass(20_000)
    progress(part / 20)
  }
  resolve(image)
  expect(await outcome).toEqual(image)
  await clock.pass(60_000)
  expect(signal.aborted).toBe(false)
  expect(told).toHaveBeenLastCalledWith(1)
})

test('aborts the upload when its placeholder is removed', async () => {
  const { signal, leaving } = begin()
  leaving.abort()
  await settled()
  expect(signal.aborted).toBe(true)
})
