'use client'

import { Message } from '@/components/ui/message'
import { SamePageLink } from '@/components/ui/same-page-link'

/** Replaces the editor if the server is unreachable, and says where the text is stored. */
export default function AdminPostError() {
  return (
    <Message title="The post could not be reached">
      <p>
        Unsaved text is stored in this browser and will be offered when you reopen the post.{' '}
        <SamePageLink>Open it again</SamePageLink>, or see <a href="/admin/posts">all posts</a>.
      </p>
    </Message>
  )
}
