import { postRoute } from '@/app/posts/[slug]/post-route'
import { drawShareImage } from '@/components/ui/share-image'
import { getBlog } from '@/lib/settings/get-blog'

export const dynamic = 'force-static'

/** Seconds: a change of the post or of the settings purges it. */
export const revalidate = 300

/** None is drawn at build time, which has no database. */
export function generateStaticParams() {
  return []
}

export const GET = postRoute('/opengraph-image', async (post) => {
  const { name, timeZone } = await getBlog()
  // In English, whose letters the picture's font has, whatever the blog's language.
  const detail = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone }).format(
    post.publishedAt,
  )
  return drawShareImage({ title: post.title, name, detail })
})
