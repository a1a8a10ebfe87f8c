import { drawShareImage } from '@/components/ui/share-image'
import { blogRoute, notAtBuild } from '@/lib/http/responses'

export const dynamic = 'force-static'

/** Seconds. A change of the settings also revalidates it. */
export const revalidate = 300

export const generateStaticParams = notAtBuild

export const GET = blogRoute(({ name, description }) =>
  drawShareImage({ title: description || name, name }),
)
