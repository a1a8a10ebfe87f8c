'use server'
import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { adminPostPath } from '@/components/admin/posts/admin-posts-query'
import type { PostFormState } from '@/components/admin/posts/post-form-state'
import { AppError } from '@/lib/errors'
import { adminAction } from '@/lib/http/admin-action'
import { parseFields } from '@/lib/http/parse-fields'
import { purgeMovedPost } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/session/signed-in'
import { deletePost } from '@/lib/posts/editing/delete-post'
import { postId } from '@/lib/posts/editing/parse-post-id'
import { revokePreviewKey } from '@/lib/posts/editing/preview-key'
import { refusedForm } from './refused-form'
import { saveForm } from './save-form'

const named = z.object({ id: postId })

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
  if (!form.has('stays')) redirect(donePath(form, saved.done))
  // Refresh what is shown around the form: the state of the post and its preview link.
  refresh()
  return { refusals: 0, saved }
}

/** Returns the URL of the post with the result code. It is unique, so that browsers reload it. */
function donePath(form: FormData, done: string): string {
  const { id } = parseFields(named, Object.fromEntries(form))
  return `${adminPostPath(id)}?${new URLSearchParams({ done, moment: Date.now().toString(36) })}`
}

/** Revokes the preview link of a post. */
export async function revokePreview(form: FormData): Promise<never> {
  return onPost(form, async (id) => {
    await revokePreviewKey(await signedIn(), id)
    return `${adminPostPath(id)}?done=preview-revoked`
  })
}

/** Deletes a post and redirects to the list, which offers to undo it. */
export async function remove(form: FormData): Promise<never> {
  return onPost(form, async (id) => {
    purgeMovedPost(await deletePost(await signedIn(), id))
    return `/admin/posts?deleted=${id}`
  })
}

/** Handles a plain form on the page of a post and returns to that page if the action fails. */
function onPost(form: FormData, work: (id: number) => Promise<string>): Promise<never> {
  const { data } = named.safeParse(Object.fromEntries(form))
  return adminAction(data ? adminPostPath(data.id) : '/admin/posts', async () =>
    work(parseFields(named, Object.fromEntries(form)).id),
  )
}
