import { z } from 'zod'
import { AppError } from '@/lib/errors'
import { endpoint, otherMethods, Reply } from '@/lib/http/endpoint'
import { text } from '@/lib/http/parse-query'
import { errorText } from '@/lib/i18n/error-text'
import { getImage, neutralIcon } from '@/lib/link-previews/images/get-image'
import { imageUse, isOwnImageAddress } from '@/lib/link-previews/images/image-address'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'

const query = z.object({
  url: text(linkPreviewLimits.urlLengthMax),
  use: imageUse,
  signature: text(100),
})

const headers = {
  // Restricted to the pages of this blog.
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Applies if the image is opened directly.
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

/**
 * One month, in seconds. Readers may see a replaced image under the same URL only after that.
 * Vercel’s CDN keeps a function’s response only with `s-maxage`.
 */
const cacheControl = 'public, max-age=2592000, s-maxage=2592000, immutable'
/** Ten minutes, in seconds; the icon is then fetched again (freshness.ts). */
const neutralCacheControl = 'public, max-age=600, s-maxage=600'

export const GET = endpoint({ query }, async ({ query }) => {
  const { url, use, signature } = query
  const isOwn = isOwnImageAddress(url, use, signature)
  const image = isOwn ? await getImage(url, use) : undefined
  if (!image && isOwn && use === 'icon') {
    return new Reply(neutralIcon, {
      contentType: 'image/svg+xml',
      cacheControl: neutralCacheControl,
      headers,
    })
  }
  if (!image) throw new AppError('not-found', errorText('noImage'))
  return new Reply(image, { contentType: 'image/webp', cacheControl, headers })
})

export const { OPTIONS, POST, PUT, PATCH, DELETE } = otherMethods('GET')
