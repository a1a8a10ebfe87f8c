import { themeColors } from '@/components/ui/theme-colors'
import { blogRoute, noStaticParams } from '@/lib/http/responses'

export const dynamic = 'force-static'

/** Seconds. A change of the settings also revalidates it. */
export const revalidate = 300

export const generateStaticParams = noStaticParams

/** Describes the blog for installation on a home screen (W3C Web Application Manifest). */
export const GET = blogRoute(({ name, description, language, direction }) => {
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
  return Response.json(manifest, {
    headers: {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'public, max-age=3600, s-maxage=3600',
    },
  })
})
