'use client'

import { Message } from '@/components/ui/message'

export default function ErrorPage() {
  return (
    <Message title="This page could not be made">
      <p>
        Something is away that it needs, most likely for a moment. <a href="?">Try again</a>, or see <a href="/">all posts</a>.
      </p>
    </Message>
  )
}
