'use server'
import { z } from 'zod'
import { adminAction, formAction } from '@/lib/http/admin-action'
import { purgeMovedPost } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/session/signed-in'
import { createPost } from '@/lib/posts/editing/create-post'
import { restorePost } from '@/lib/posts/editing/delete-post'
import { postId } from '@/lib/posts/editing/parse-post-id'

export async function create(): Promise<never> {
  return adminAction(
    '/admin/posts',
    async () => `/admin/posts/${await createPost(await signedIn())}`,
  )
}

export const restore = formAction(
  '/admin/posts?tab=deleted',
  z.object({ id: postId }),
  async (actor, { id }) => {
    purgeMovedPost(await restorePost(actor, id))
    return `/admin/posts/${id}?done=restored`
  },
)
