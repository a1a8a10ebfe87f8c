import { drawShareImage } from '@/components/ui/share-image'
import { blogRoute, noStaticParams } from '@/lib/http/responses'

export const dynamic = 'force-static'

/** Seconds. A change of the settings also revalidates it. */
export const revalidate = 300

export const generateStaticParams = noStaticParams

export const GET = blogRoute(({ name, description }) =>
  drawShareImage({ title: description || name, name }),
)
