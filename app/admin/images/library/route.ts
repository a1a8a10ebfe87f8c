import { z } from 'zod'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import type { StoredImage } from '@/lib/images/image'
import { listImages } from '@/lib/images/list-images'
import { imagePath, widthsOf } from '@/lib/markdown/own-image'

const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1)

/** Lists the stored images for the editor, newest first. */
export const GET = adminEndpoint(async ({ request, actor }) => {
  const page = pageNumber.parse(new URL(request.url).searchParams.get('page'))
  const { images, pages } = await listImages(actor, page)
  const listed = images.map((image): StoredImage => {
    const [narrowest] = widthsOf(image.width)
    return {
      url: image.url,
      thumbnail: imagePath(image, narrowest),
      addedOn: image.addedAt.toISOString().slice(0, 10),
    }
  })
  return { images: listed, pages }
})
