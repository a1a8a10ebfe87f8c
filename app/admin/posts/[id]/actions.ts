'use server'
import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { PostFormState } from '@/components/admin/posts/post-form-state'
import type { RenderedPost } from '@/components/editor/preview-pane'
import { linkCardsFrom } from '@/components/link-previews/post-cards'
import { requireRole } from '@/lib/auth/actor'
import { formActions, inStaffLanguage } from '@/lib/http/admin-action'
import { parseFields } from '@/lib/http/parse-fields'
import { detailOf } from '@/lib/http/problem'
import { purgeMovedPost } from '@/lib/http/purge-pages'
import { renderPostMarkdown } from '@/lib/markdown/render-post-markdown'
import { deletePost } from '@/lib/posts/editing/delete-post'
import { setPostAuthor } from '@/lib/posts/editing/post-author'
import { revokePreviewKey } from '@/lib/posts/editing/preview-key'
import { getLinkCards } from '@/lib/posts/link-cards/get-link-cards'
import { rowId } from '@/lib/text/row-id'
import { refusedForm, saveForm } from './save-form'

/**
 * Saves the form of a post and runs the action of the pressed button. If saving fails, the form is
 * returned with its input. With JavaScript the editor stays open and keeps later input; otherwise
 * the page is reloaded.
 */
export async function save(state: PostFormState, form: FormData): Promise<PostFormState> {
  const result = await inStaffLanguage<Awaited<ReturnType<typeof saveForm>> | PostFormState>(
    (actor) => saveForm(actor, form),
    (error) => refusedForm(state, form, error),
  )
  if ('refusals' in result) return result
  const { id, done } = result
  // A unique URL makes browsers reload the page, so that the editor shows the saved text.
  const moment = Date.now().toString(36)
  if (!form.has('stays') || done === 'discarded')
    redirect(`/admin/posts/${id}?${new URLSearchParams({ done, moment })}`)
  // Refresh what is shown around the form: the state of the post and its preview link.
  refresh()
  return { refusals: 0, saved: result }
}

/** Renders a post as its page will show it, with cards only for links with a stored preview. */
export async function preview(content: unknown): Promise<RenderedPost> {
  return inStaffLanguage<RenderedPost>(
    async (actor) => {
      requireRole(actor, 'writer')
      const { content: text } = parseFields(previewInput, { content })
      const cards = linkCardsFrom(await getLinkCards(text))
      return { rendered: await renderPostMarkdown(text, cards, { marksLines: true }) }
    },
    (error) => ({ error: detailOf(error) }),
  )
}

const previewInput = z.object({ content: z.string() })

const action = formActions((form) => `/admin/posts/${encodeURIComponent(String(form.get('id')))}`)

export const revokePreview = action({ id: rowId }, async (actor, { id }) => {
  await revokePreviewKey(actor, id)
  return `/admin/posts/${id}?done=preview-revoked`
})

const author = z.string().max(100)

export const changeAuthor = action({ id: rowId, author }, async (actor, { id, author }) => {
  purgeMovedPost(await setPostAuthor(actor, id, author))
  return `/admin/posts/${id}?done=author-changed`
})

const list = z.enum(['posts', 'pages']).catch('posts')

/** Deletes a post and redirects to the list, which offers to undo it. */
export const remove = action({ id: rowId, list }, async (actor, { id, list }) => {
  purgeMovedPost(await deletePost(actor, id))
  return `/admin/${list}?deleted=${id}`
})
