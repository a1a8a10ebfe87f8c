import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { withFetchSlot } from '@/lib/link-previews/fetch/fetch-page'
import { servePages } from '@/test/link-previews/serve-pages'
import { getImage } from './get-image'

const picture = await sharp({
  create: { width: 60, height: 40, channels: 3, background: 'tomato' },
})
  .png()
  .toBuffer()
const target = await servePages((_, response) =>
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
)
afterAll(target.close)
process.env.LINK_PREVIEW_ALLOW_ORIGINS = target.origin

test('fetches an image again that this server had no time to fetch', async () => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const { signal } = new AbortController()
  const busy = Array.from({ length: 4 }, () => withFetchSlot('127.0.0.1', signal, () => ended))
  expect(await getImage(`${target.origin}/a.png`, 'card')).toBeUndefined()
  end()
  await Promise.all(busy)
  expect(await getImage(`${target.origin}/a.png`, 'card')).toBeInstanceOf(Buffer)
})
