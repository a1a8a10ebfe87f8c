'use server'
import { z } from 'zod'
import { formActions } from '@/lib/http/admin-action'
import { fetchPreviewsAfter } from '@/lib/http/after-response'
import { postId } from '@/lib/posts/editing/parse-post-id'
import { restoreVersion } from '@/lib/posts/versions/post-versions'

const revision = z.coerce.number().int().min(1)

const action = formActions(
  (form) => `/admin/posts/${encodeURIComponent(String(form.get('id')))}/history`,
)

export const restore = action({ id: postId, revision, base: revision }, async (actor, fields) => {
  const { id, ...what } = fields
  const { content, outcome } = await restoreVersion(actor, id, what)
  fetchPreviewsAfter(outcome, content)
  return `/admin/posts/${id}?done=version-restored`
})
