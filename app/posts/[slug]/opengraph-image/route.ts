import { readPost } from '@/app/posts/[slug]/read-post'
import { drawShareImage } from '@/components/ui/share-image'
import { getBlog } from '@/lib/settings/get-blog'

type Context = { params: Promise<{ slug: string }> }

export const dynamic = 'force-static'

/** Seconds: a change of the post or of the settings purges it. */
export const revalidate = 300

/** None is drawn at build time, which has no database. */
export function generateStaticParams() {
  return []
}

export async function GET(_: Request, { params }: Context): Promise<Response> {
  const [post, { name, timeZone }] = await Promise.all([readPost((await params).slug, '/opengraph-image'), getBlog()])
  // In English, whose letters the picture's font has, whatever the blog's language.
  const detail = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone }).format(post.publishedAt)
  return drawShareImage({ title: post.title, name, detail })
}
