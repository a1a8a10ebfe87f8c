'use client'

import { Message } from '@/components/ui/message'
import { SamePageLink } from '@/components/ui/same-page-link'

const title = 'This page could not be made'

export default function ErrorPage() {
  return (
    <Message title={title}>
      {/* The page that failed could not set its title, so set it here. */}
      <title>{title}</title>
      <p>
        Something that it needs is unavailable, most likely for a moment.{' '}
        <SamePageLink>Try again</SamePageLink>, or see <a href="/">all posts</a>.
      </p>
    </Message>
  )
}
