import { redirect } from 'next/navigation'
import { requireStaff } from '@/lib/http/session/require-staff'
import { reservePostId } from '@/lib/posts/editing/create-post'

/** Opens the editor for a new page, as for a new post. */
export default async function NewPagePage(): Promise<never> {
  const actor = await requireStaff('/admin/pages/new', 'owner')
  redirect(`/admin/posts/${await reservePostId(actor)}?new=page`)
}
