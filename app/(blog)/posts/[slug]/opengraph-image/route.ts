import { postRoute } from '@/app/(blog)/posts/[slug]/read-post'
import { drawShareImage } from '@/components/ui/share-image'
import { noStaticParams } from '@/lib/http/responses'
import { getBlog } from '@/lib/settings/get-blog'

export const dynamic = 'force-static'

/** Seconds. A change of the post or of the settings also revalidates it. */
export const revalidate = 300

export const generateStaticParams = noStaticParams

export const GET = postRoute('/opengraph-image', async (post) => {
  const { name, timeZone } = await getBlog()
  // English in every language, because the font of the image has only Latin letters.
  const detail = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone }).format(
    post.publishedAt,
  )
  return drawShareImage({ title: post.title, name, detail })
})
