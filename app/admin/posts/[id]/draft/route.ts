import { requireRole } from '@/lib/auth/actor'
import { adminEndpoint } from '@/lib/http/admin-endpoint'
import { fetchPreviewsAfter } from '@/lib/http/after-response'
import { parseFields } from '@/lib/http/parse-fields'
import { readBody } from '@/lib/http/read-body'
import { editedPostInput, postBodyBytesMax } from '@/lib/posts/editing/edited-post'
import { getEditedPost } from '@/lib/posts/editing/get-edited-post'
import { saveEditedPost } from '@/lib/posts/editing/save-edited-post'
import { parseRowId } from '@/lib/text/row-id'

export const GET = adminEndpoint<{ id: string }>(async ({ params, actor }) => {
  requireRole(actor, 'writer')
  return (await getEditedPost(actor, parseRowId('post', params.id), true)).post
})

/**
 * Saves the post while it is edited. It checks the session before it reads the body. A slug that is
 * taken is corrected, because it must not keep the text from being saved.
 */
export const PUT = adminEndpoint<{ id: string }>(async ({ request, params, actor }) => {
  requireRole(actor, 'writer')
  const id = parseRowId('post', params.id)
  const input = parseFields(editedPostInput, (await readBody(request, postBodyBytesMax)).fields)
  const isPage = new URL(request.url).searchParams.has('page')
  const outcome = await saveEditedPost(actor, id, { ...input, isPage, correctsSlug: true })
  fetchPreviewsAfter(outcome, input.content)
  const { hasNewLinks: _, ...saved } = outcome
  return saved
})
