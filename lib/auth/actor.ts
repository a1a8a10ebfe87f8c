import 'server-only'
import { AppError } from '@/lib/errors'

export type StaffRole = 'owner' | 'moderator'

declare const fromSession: unique symbol

/**
 * Who is signed in. A function that acts for staff takes one as its first parameter and asks `requireRole` itself: only
 * `lib/auth` makes them, from a session that holds, so that no caller can forget to look.
 */
export type Actor = {
  readonly [fromSession]: true
  staffId: string
  sessionId: string
  name: string
  role: StaffRole
}

/** Makes the actor of a session. For `lib/auth` and for tests alone. */
export function actorOf(session: Pick<Actor, 'staffId' | 'sessionId' | 'name' | 'role'>): Actor {
  return session as Actor
}

/**
 * Passes where somebody is signed in who may: an owner may all that a moderator may.
 * @throws AppError `unauthorized` without anybody; `forbidden` for a moderator where an owner is asked
 */
export function requireRole(actor: Actor | undefined, role: StaffRole): asserts actor is Actor {
  if (!actor) throw new AppError('unauthorized', 'This needs somebody signed in.')
  if (role === 'owner' && actor.role !== 'owner')
    throw new AppError('forbidden', 'This is the owner’s alone.')
}
