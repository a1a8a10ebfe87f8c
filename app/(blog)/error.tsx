'use client'

import { Message } from '@/components/ui/message'
import { SamePageLink } from '@/components/ui/same-page-link'

const title = 'Something went wrong'

export default function ErrorPage() {
  return (
    <div lang="en" dir="ltr">
      <Message title={title}>
        {/* The page that failed could not set its title, so set it here. */}
        <title>{title}</title>
        <p>
          The page could not be loaded because of a problem on our side.{' '}
          <SamePageLink>Try again</SamePageLink>, or see <a href="/">all posts</a>.
        </p>
      </Message>
    </div>
  )
}
