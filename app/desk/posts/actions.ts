'use server'
import { z } from 'zod'
import { deskPostPath } from '@/components/posts-desk/desk-posts-path'
import { deskAction } from '@/lib/http/desk-action'
import { parseFields } from '@/lib/http/parse-fields'
import { purgeMovedPost } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/signed-in'
import { createPost } from '@/lib/posts/create-post'
import { restorePost } from '@/lib/posts/delete-post'
import { postId } from '@/lib/posts/parse-post-id'

/** Begins a draft, and leads to it. */
export async function create(): Promise<never> {
  return deskAction('/desk/posts', async () => deskPostPath(await createPost(await signedIn())))
}

/** Brings a deleted post back, and leads to it. */
export async function restore(form: FormData): Promise<never> {
  return deskAction('/desk/posts?tab=deleted', async () => {
    const { id } = parseFields(z.object({ id: postId }), Object.fromEntries(form))
    purgeMovedPost(await restorePost(await signedIn(), id))
    return `${deskPostPath(id)}?done=restored`
  })
}
