import { redirect } from 'next/navigation'
import { requireStaff } from '@/lib/http/require-staff'

export default async function DeskPage() {
  await requireStaff('/desk')
  redirect('/desk/comments')
}
