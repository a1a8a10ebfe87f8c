import { notFound } from 'next/navigation'

/**
 * Renders the 404 page of the admin area for each request. The blog's own 404 page is cached, so
 * its scripts have no nonce.
 */
export default function UnknownAdminPage() {
  notFound()
}
