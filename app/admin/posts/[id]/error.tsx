'use client'

import { Message } from '@/components/ui/message'
import { SamePageLink } from '@/components/ui/same-page-link'

/** Replaces the editor if the server is unreachable, and says where the text is stored. */
export default function AdminPostError() {
  return (
    <Message title="The post could not be reached">
      <p>
        What you wrote and could not be saved is kept in this browser: it is offered to you when the
        post opens again. <SamePageLink>Open it again</SamePageLink>, or see{' '}
        <a href="/admin/posts">all posts</a>.
      </p>
    </Message>
  )
}
