import { notFound } from 'next/navigation'

/**
 * What is not in the admin area is said by a page of the admin area's own making: the blog's is kept, and the scripts of a page that is
 * kept have no nonce.
 */
export default function UnknownRoom() {
  notFound()
}
