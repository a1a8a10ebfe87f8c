'use server'
import { formActions } from '@/lib/http/admin-action'
import { purgeMovedPost } from '@/lib/http/purge-pages'
import { restorePost } from '@/lib/posts/editing/delete-post'
import { rowId } from '@/lib/text/row-id'

export const restore = formActions('/admin/posts?tab=deleted')(
  { id: rowId },
  async (actor, { id }) => {
    purgeMovedPost(await restorePost(actor, id))
    return `/admin/posts/${id}?done=restored`
  },
)
