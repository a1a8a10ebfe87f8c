'use server'
import { formActions } from '@/lib/http/admin-action'
import { fetchPreviewsAfter } from '@/lib/http/after-response'
import { restoreVersion } from '@/lib/posts/versions/post-versions'
import { rowId } from '@/lib/text/row-id'

const action = formActions(
  (form) => `/admin/posts/${encodeURIComponent(String(form.get('id')))}/history`,
)

export const restore = action(
  { id: rowId, revision: rowId, base: rowId },
  async (actor, fields) => {
    const { id, ...what } = fields
    const { content, outcome } = await restoreVersion(actor, id, what)
    fetchPreviewsAfter(outcome, content)
    return `/admin/posts/${id}?done=version-restored`
  },
)
