'use server'
import { z } from 'zod'
import { adminHistoryPath, adminPostPath } from '@/components/admin/posts/admin-posts-query'
import { adminAction } from '@/lib/http/admin-action'
import { parseFields } from '@/lib/http/parse-fields'
import { renewSavedPost } from '@/lib/http/purge-pages'
import { signedIn } from '@/lib/http/session/signed-in'
import { postId } from '@/lib/posts/editing/parse-post-id'
import { restoreVersion } from '@/lib/posts/versions/post-versions'

const restoration = z.object({
  id: postId,
  revision: z.coerce.number().int().min(1),
  base: z.coerce.number().int().min(1),
})

/** Restores an earlier revision of a post. */
export async function restore(form: FormData): Promise<never> {
  const { data } = restoration.safeParse(Object.fromEntries(form))
  return adminAction(data ? adminHistoryPath(data.id) : '/admin/posts', async () => {
    const { id, ...what } = parseFields(restoration, Object.fromEntries(form))
    const { content, outcome } = await restoreVersion(await signedIn(), id, what)
    renewSavedPost(outcome, content)
    return `${adminPostPath(id)}?done=version-restored`
  })
}
