import { redirect } from 'next/navigation'
import { requireStaff } from '@/lib/http/session/require-staff'
import { reservePostId } from '@/lib/posts/editing/create-post'

/** Opens the editor for a new post. Its id is in the URL, so that reloading finds unsaved text. */
export default async function NewPostPage(): Promise<never> {
  const actor = await requireStaff('/admin/posts/new', 'writer')
  redirect(`/admin/posts/${await reservePostId(actor)}?new=1`)
}
