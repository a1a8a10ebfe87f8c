import { redirect } from 'next/navigation'
import { requireStaff } from '@/lib/http/session/require-staff'

/** Each to his own first room. */
export default async function DeskPage() {
  const { role } = await requireStaff('/desk')
  redirect(role === 'owner' ? '/desk/posts' : '/desk/comments')
}
