import { redirect } from 'next/navigation'
import { requireStaff } from '@/lib/http/session/require-staff'

export default async function AdminPage() {
  const { role } = await requireStaff('/admin')
  redirect(role === 'owner' ? '/admin/posts' : '/admin/comments')
}
