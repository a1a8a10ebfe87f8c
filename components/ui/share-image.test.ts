import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { drawableText } from './drawable-text'
import { drawShareImage } from './share-image'

const everyLetter = Array.from({ length: 0x2fff }, (_, code) => String.fromCharCode(code))
  .filter((letter) => drawableText(`a${letter}a`, 10) === `a${letter}a`)
  .join('')

test.each([
  ['a title', 'How a thread is read'],
  ['300 characters', 'A very long title indeed '.repeat(12)],
  ['300 characters without a space', 'x'.repeat(300)],
  ['an emoji alone', '🎉'],
  ['Arabic', 'مرحبا بالعالم'],
  ['Japanese', '日本語の題'],
  ['letters, accents, and markup', '<b>Łódź & Ünïcode</b>'],
  ['nothing', ''],
])('draws an image for %s without a request for a font', async (_, title) => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('unexpected request'))
  const response = await drawShareImage({ title, name: 'Afterword', detail: 'October 14, 2025' })
  expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({
    format: 'png',
    width: 1200,
    height: 630,
  })
  expect(fetch.mock.calls.filter(([address]) => /^https?:/.test(String(address)))).toEqual([])
})

test('bundles a font with every letter that is drawn', async () => {
  expect(everyLetter.length).toBeGreaterThan(300)
  const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('unexpected request'))
  // Longer titles would be truncated.
  for (const title of everyLetter.match(/.{1,130}/gu) ?? []) {
    await (await drawShareImage({ title, name: 'Afterword' })).arrayBuffer()
  }
  expect(fetch.mock.calls.filter(([address]) => /^https?:/.test(String(address)))).toEqual([])
})

test('breaks a long word instead of cutting it off at the edge', async () => {
  const image = sharp(
    await (await drawShareImage({ title: 'W'.repeat(60), name: 'Afterword' })).arrayBuffer(),
  )
  const edge = image.extract({ left: 1_170, top: 0, width: 30, height: 630 })
  const { channels } = await sharp(await edge.png().toBuffer()).stats()
  expect(channels.slice(0, 3).map(({ stdev }) => stdev)).toEqual([0, 0, 0])
})
