import 'server-only'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'

export type StaffRole = 'owner' | 'moderator'

declare const fromSession: unique symbol

/**
 * The signed-in staff member. A function that acts for staff takes one as its first parameter and
 * calls `requireRole`. Only `lib/auth` creates actors, from valid sessions, so that no caller can
 * skip the check.
 */
export type Actor = {
  readonly [fromSession]: true
  staffId: string
  sessionId: string
  name: string
  role: StaffRole
  /** The sites whose comments they may moderate; 0 is the blog itself. Null: all sites. */
  siteIds: readonly number[] | null
}

type ActorFields = Pick<Actor, 'staffId' | 'sessionId' | 'name' | 'role'>

/** Makes the actor of a session. Only for `lib/auth` and tests. */
export function actorOf(session: ActorFields & Partial<Pick<Actor, 'siteIds'>>): Actor {
  return { siteIds: null, ...session } as Actor
}

/**
 * Requires a signed-in staff member with a role. An owner may do everything that a moderator may.
 * @throws AppError `unauthorized` if nobody is signed in; `forbidden` for a moderator if `role` is
 * `owner`
 */
export function requireRole(actor: Actor | undefined, role: StaffRole): asserts actor is Actor {
  if (!actor) throw new AppError('unauthorized', errorText('signIn'))
  if (role === 'owner' && actor.role !== 'owner')
    throw new AppError('forbidden', errorText('ownerOnly'))
}
