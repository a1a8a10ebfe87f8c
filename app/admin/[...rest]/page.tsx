import { notFound } from 'next/navigation'

/** Renders the 404 page for each request, because the blog’s own is cached without a nonce. */
export default function UnknownAdminPage() {
  notFound()
}
