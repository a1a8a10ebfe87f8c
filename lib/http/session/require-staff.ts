import 'server-only'
import { notFound, redirect } from 'next/navigation'
import { type Actor, hasRole, type RequiredRole } from '@/lib/auth/actor'
import { setStaffLanguage } from '@/lib/settings/page-language'
import { signedIn, staffLanguage } from './signed-in'

/** Returns the path of the sign-in page, which redirects to `next` afterwards. */
export function signInPath(next: string): string {
  return `/admin/sign-in?${new URLSearchParams({ next })}`
}

/**
 * Returns the staff member who views an admin page. Redirects to the sign-in page if nobody is
 * signed in, and responds 404 to staff who may not use the page. The functions of `lib` check
 * permissions again.
 */
export async function requireStaff(path: string, role: RequiredRole = 'staff'): Promise<Actor> {
  setStaffLanguage(staffLanguage)
  const actor = await signedIn()
  if (!actor) redirect(signInPath(path))
  if (!hasRole(actor, role)) notFound()
  return actor
}
