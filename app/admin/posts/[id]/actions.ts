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
 * Saves what the form of a post holds, and then does what its button says. What is refused comes back as it was typed.
 * Where an editor stands in the form, it stays open, with all that was typed meanwhile; else the page is shown anew.
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
  // What is said around the form: where the post stands, and its secret link.
  refresh()
  return { refusals: 0, saved }
}

/** The page of the post, which says so; each time it is another address, so that a browser shows it anew. */
function donePath(form: FormData, done: string): string {
  const { id } = parseFields(named, Object.fromEntries(form))
  return `${adminPostPath(id)}?${new URLSearchParams({ done, moment: Date.now().toString(36) })}`
}

/** Ends the secret link to a post. */
export async function revokePreview(form: FormData): Promise<never> {
  return onPost(form, async (id) => {
    await revokePreviewKey(await signedIn(), id)
    return `${adminPostPath(id)}?done=preview-revoked`
  })
}

/** Deletes a post, and leads to the list, where that can be undone. */
export async function remove(form: FormData): Promise<never> {
  return onPost(form, async (id) => {
    purgeMovedPost(await deletePost(await signedIn(), id))
    return `/admin/posts?deleted=${id}`
  })
}

/** A plain form on the page of a post, which is shown again where it could not be done. */
function onPost(form: FormData, work: (id: number) => Promise<string>): Promise<never> {
  const { data } = named.safeParse(Object.fromEntries(form))
  return adminAction(data ? adminPostPath(data.id) : '/admin/posts', async () =>
    work(parseFields(named, Object.fromEntries(form)).id),
  )
}
