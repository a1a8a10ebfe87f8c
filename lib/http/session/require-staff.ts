import 'server-only'
import { notFound, redirect } from 'next/navigation'
import type { Actor, StaffRole } from '@/lib/auth/actor'
import { signedIn } from './signed-in'

/** The sign-in, and where it leads afterwards. */
export function signInPath(next: string): string {
  return `/admin/sign-in?${new URLSearchParams({ next })}`
}

/**
 * Who looks at a page of the admin area. Nobody is led to the sign-in, and back from there; a moderator finds none of the
 * owner's pages. What a page then asks of lib is judged there once more.
 */
export async function requireStaff(path: string, role: StaffRole = 'moderator'): Promise<Actor> {
  const actor = await signedIn()
  if (!actor) redirect(signInPath(path))
  if (role === 'owner' && actor.role !== 'owner') notFound()
  return actor
}
