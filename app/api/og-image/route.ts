import { z } from 'zod'
import { AppError } from '@/lib/errors'
import { endpoint, otherMethods } from '@/lib/http/endpoint'
import { text } from '@/lib/http/parse-query'
import { Reply } from '@/lib/http/reply'
import { getImage } from '@/lib/link-previews/get-image'
import { imageUse, isOwnImageAddress } from '@/lib/link-previews/image-address'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'

const query = z.object({ url: text(linkPreviewLimits.urlLengthMax), use: imageUse, signature: text(100) })

const headers = {
  // For the pages of this blog, and nobody else's.
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Should anybody open it by itself.
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

/** A month. One that is replaced under the same address is seen then; sites that care give it another one. */
const cacheControl = 'public, max-age=2592000, immutable'

export const GET = endpoint({ query }, async ({ query }) => {
  const { url, use, signature } = query
  const image = isOwnImageAddress(url, use, signature) ? await getImage(url, use) : undefined
  if (!image) throw new AppError('not-found', 'There is no picture here that can be shown.')
  return new Reply(image, { contentType: 'image/webp', cacheControl, headers })
})

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')

export const dynamic = 'force-dynamic'
