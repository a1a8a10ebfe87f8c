'use server'
import { z } from 'zod'
import { deskPostPath } from '@/components/admin/posts/admin-posts-query'
import { deskAction } from '@/lib/http/admin-action'
import { parseFields } from '@/lib/http/parse-fields'
import { purgeMovedPost } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/session/signed-in'
import { createPost } from '@/lib/posts/editing/create-post'
import { restorePost } from '@/lib/posts/editing/delete-post'
import { postId } from '@/lib/posts/editing/parse-post-id'

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
