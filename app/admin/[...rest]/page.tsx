import { notFound } from 'next/navigation'
import { titleMetadata } from '@/components/admin/admin-page'

export const generateMetadata = titleMetadata((t) => t('errorPages.notFound'))

/** Renders the 404 page for each request, because the blog’s own is cached without a nonce. */
export default function UnknownAdminPage() {
  notFound()
}
