'use server'
import { z } from 'zod'
import { adminPostPath } from '@/components/admin/posts/admin-posts-query'
import { adminAction } from '@/lib/http/admin-action'
import { parseFields } from '@/lib/http/parse-fields'
import { purgeMovedPost } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/session/signed-in'
import { createPost } from '@/lib/posts/editing/create-post'
import { restorePost } from '@/lib/posts/editing/delete-post'
import { postId } from '@/lib/posts/editing/parse-post-id'

/** Creates a draft and redirects to it. */
export async function create(): Promise<never> {
  return adminAction('/admin/posts', async () => adminPostPath(await createPost(await signedIn())))
}

/** Restores a deleted post and redirects to it. */
export async function restore(form: FormData): Promise<never> {
  return adminAction('/admin/posts?tab=deleted', async () => {
    const { id } = parseFields(z.object({ id: postId }), Object.fromEntries(form))
    purgeMovedPost(await restorePost(await signedIn(), id))
    return `${adminPostPath(id)}?done=restored`
  })
}
