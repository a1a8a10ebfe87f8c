import { redirect } from 'next/navigation'
import { requireStaff } from '@/lib/http/session/require-staff'

/** Redirects to the first section that the signed-in user may open. */
export default async function AdminPage() {
  const { role } = await requireStaff('/admin')
  redirect(role === 'owner' ? '/admin/posts' : '/admin/comments')
}
