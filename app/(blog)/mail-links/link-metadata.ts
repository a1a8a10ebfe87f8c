import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

/**
 * Returns the metadata of a page that an e-mail links to. The URL of such a page is a secret, so it
 * is not sent to other sites as a referrer.
 */
export const linkMetadata = (page: 'moderate' | 'unsubscribe' | 'verify') =>
  async function generateMetadata(): Promise<Metadata> {
    const t = await getTranslations('mailLinks')
    return { title: t(`${page}.title`), robots: { index: false }, referrer: 'same-origin' }
  }
