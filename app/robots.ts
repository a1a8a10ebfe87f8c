import type { MetadataRoute } from 'next'
import { siteOrigin } from '@/lib/env'

/** The file contains the origin of the blog, which a build may not know. */
export const dynamic = 'force-dynamic'

/**
 * Excludes pages for staff, for a single reader and for programs. Images for link cards stay
 * allowed. So do search results: a crawler must read them to see their `noindex`.
 */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: '*',
      allow: ['/api/og-image'],
      disallow: [
        '/admin',
        '/preview/',
        '/invitations/',
        '/api/',
        '/comments/',
        '/mail-links/',
        '/privacy/your-data',
      ],
    },
    sitemap: `${siteOrigin()}/sitemap.xml`,
  }
}
