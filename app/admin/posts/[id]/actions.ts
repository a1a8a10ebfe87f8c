'use server'
import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { PostFormState } from '@/components/admin/posts/post-form-state'
import { AppError } from '@/lib/errors'
import { formAction } from '@/lib/http/admin-action'
import { purgeMovedPost } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/session/signed-in'
import { deletePost } from '@/lib/posts/editing/delete-post'
import { postId } from '@/lib/posts/editing/parse-post-id'
import { setPostAuthor } from '@/lib/posts/editing/post-author'
import { postOptions, savePostOptions } from '@/lib/posts/editing/post-options'
import { revokePreviewKey } from '@/lib/posts/editing/preview-key'
import { refusedForm, saveForm } from './save-form'

/**
 * Saves the form of a post and runs the action of the pressed button. If saving fails, the form is
 * returned with its input. With JavaScript the editor stays open and keeps later input; otherwise
 * the page is reloaded.
 */
export async function save(state: PostFormState, form: FormData): Promise<PostFormState> {
  let saved: Awaited<ReturnType<typeof saveForm>>
  try {
    saved = await saveForm(await signedIn(), form)
  } catch (error) {
    if (error instanceof AppError) return refusedForm(state, form, error)
    throw error
  }
  const { id, done } = saved
  // A unique URL makes browsers reload the page, so that the editor shows the saved text.
  const moment = Date.now().toString(36)
  if (!form.has('stays') || done === 'discarded')
    redirect(`/admin/posts/${id}?${new URLSearchParams({ done, moment })}`)
  // Refresh what is shown around the form: the state of the post and its preview link.
  refresh()
  return { refusals: 0, saved }
}

const named = z.object({ id: postId })

const pathOf = (form: FormData) => {
  const id = postId.safeParse(form.get('id')).data
  return id === undefined ? '/admin/posts' : `/admin/posts/${id}`
}

export const revokePreview = formAction(pathOf, named, async (actor, { id }) => {
  await revokePreviewKey(actor, id)
  return `/admin/posts/${id}?done=preview-revoked`
})

const isOn = z.literal('on').optional().transform(Boolean)

export const saveOptions = formAction(
  pathOf,
  postOptions
    .extend({ id: postId, noindex: isOn, commentsOpen: isOn, commentsWereOpen: isOn })
    .omit({ commentsClosed: true }),
  async (actor, { id, commentsOpen, commentsWereOpen, ...options }) => {
    const commentsClosed = commentsOpen === commentsWereOpen ? undefined : !commentsOpen
    purgeMovedPost(await savePostOptions(actor, id, { ...options, commentsClosed }))
    return `/admin/posts/${id}?done=options-saved`
  },
)

export const changeAuthor = formAction(
  pathOf,
  named.extend({ author: z.string().max(100) }),
  async (actor, { id, author }) => {
    purgeMovedPost(await setPostAuthor(actor, id, author))
    return `/admin/posts/${id}?done=author-changed`
  },
)

/** Deletes a post and redirects to the list, which offers to undo it. */
export const remove = formAction(
  pathOf,
  named.extend({ list: z.enum(['posts', 'pages']).catch('posts') }),
  async (actor, { id, list }) => {
    purgeMovedPost(await deletePost(actor, id))
    return `/admin/${list}?deleted=${id}`
  },
)
