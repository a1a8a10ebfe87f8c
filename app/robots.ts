import type { MetadataRoute } from 'next'
import { siteOrigin } from '@/lib/paths'

/** It names the blog's address, which a build may not know. */
export const dynamic = 'force-dynamic'

/** What is for the staff, for one reader alone, or for programs, and in no search engine. What pictures of pages need stays open, and so do answers of a search: who may not read them is not told that they are not to be listed. */
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
