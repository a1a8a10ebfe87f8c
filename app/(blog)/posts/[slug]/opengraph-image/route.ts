import { postRoute } from '@/app/(blog)/posts/[slug]/read-post'
import { dayFormat } from '@/components/ui/day-format'
import { drawShareImage } from '@/components/ui/share-image'
import { noStaticParams } from '@/lib/http/responses'
import { getBlog } from '@/lib/settings/get-blog'

export const dynamic = 'force-static'

/** Seconds. A change of the post or of the settings also revalidates it. */
export const revalidate = 300

export const generateStaticParams = noStaticParams

export const GET = postRoute('/opengraph-image', async (post) => {
  const { name, language, timeZone } = await getBlog()
  // The font of the image has only Latin letters.
  const isLatin = new Intl.Locale(language).maximize().script === 'Latn'
  const detail = dayFormat({ language: isLatin ? language : 'en', timeZone }).format(
    post.publishedAt,
  )
  return drawShareImage({ title: post.title, name, detail })
})
