'use server'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { deskPostPath } from '@/components/posts-desk/desk-posts-path'
import type { PostFormState } from '@/components/posts-desk/post-form-state'
import { AppError } from '@/lib/errors'
import { deskAction } from '@/lib/http/desk-action'
import { parseFields } from '@/lib/http/parse-fields'
import { purgeMovedPost } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/signed-in'
import { deletePost } from '@/lib/posts/delete-post'
import { postId } from '@/lib/posts/parse-post-id'
import { revokePreviewKey } from '@/lib/posts/preview-key'
import { refusedForm } from './refused-form'
import { saveForm } from './save-form'

const named = z.object({ id: postId })

/** Saves what the form of a post holds, and then does what its button says. What is refused comes back as it was typed. */
export async function save(state: PostFormState, form: FormData): Promise<PostFormState> {
  let done: string
  try {
    done = await saveForm(await signedIn(), form)
  } catch (error) {
    if (error instanceof AppError) return refusedForm(state, form, error)
    throw error
  }
  redirect(done)
}

/** Ends the secret link to a post. */
export async function revokePreview(form: FormData): Promise<never> {
  return onPost(form, async (id) => {
    await revokePreviewKey(await signedIn(), id)
    return `${deskPostPath(id)}?done=preview-revoked`
  })
}

/** Deletes a post, and leads to the list, where that can be undone. */
export async function remove(form: FormData): Promise<never> {
  return onPost(form, async (id) => {
    purgeMovedPost(await deletePost(await signedIn(), id))
    return `/desk/posts?deleted=${id}`
  })
}

/** A plain form on the page of a post, which is shown again where it could not be done. */
function onPost(form: FormData, work: (id: number) => Promise<string>): Promise<never> {
  const { data } = named.safeParse(Object.fromEntries(form))
  return deskAction(data ? deskPostPath(data.id) : '/desk/posts', async () => work(parseFields(named, Object.fromEntries(form)).id))
}
