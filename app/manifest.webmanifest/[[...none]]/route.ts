import { notFound } from 'next/navigation'
import { themeColors } from '@/components/ui/theme-colors'
import { getBlog } from '@/lib/settings/get-blog'

type Context = { params: Promise<{ none?: string[] }> }

export const dynamic = 'force-static'

/** Seconds: a change of the settings purges it. */
export const revalidate = 300

/** Not made at build time, which has no database: that alone is why this address could have more parts, and has none. */
export function generateStaticParams() {
  return []
}

/** What a telephone shows of the blog on its first screen (W3C Application Manifest). */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  if ((await params).none) notFound()
  const { name, description, language, direction } = await getBlog()
  const manifest = {
    name,
    short_name: name,
    description,
    lang: language,
    dir: direction,
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    background_color: themeColors.paper,
    theme_color: themeColors.paper,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/apple-icon.png', sizes: '180x180', type: 'image/png' },
    ],
  }
  return Response.json(manifest, { headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' } })
}
