import 'server-only'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'

export type StaffRole = 'owner' | 'moderator' | 'writer'

declare const fromSession: unique symbol

/**
 * The signed-in staff member. A function that acts for staff takes one as its first parameter and
 * calls `requireRole`. Only `lib/auth` creates actors, from valid sessions or signed links in
 * e-mails to staff, so that no caller can skip the check.
 */
export type Actor = {
  readonly [fromSession]: true
  staffId: string
  sessionId: string
  name: string
  role: StaffRole
  /** The sites whose comments they may moderate; 0 is the blog itself. Null: all sites. */
  siteIds: readonly number[] | null
  /** The language of their admin area and e-mails (BCP 47). Null: the blog's. */
  language: string | null
}

type ActorFields = Pick<Actor, 'staffId' | 'sessionId' | 'name' | 'role'>

/** Returns the actor of a session. Only for `lib/auth` and tests. */
export function actorOf(
  session: ActorFields & Partial<Pick<Actor, 'siteIds' | 'language'>>,
): Actor {
  return { siteIds: null, language: null, ...session } as Actor
}

/**
 * The role that an action requires; `staff` is anyone who is signed in. A `moderator` of certain
 * sites can see and change only the content of these sites, so actions that affect all sites
 * require a `moderator of all sites`. A `writer` can see and change only their own posts.
 */
export type RequiredRole = StaffRole | 'moderator of all sites' | 'staff'

/** Returns true if a staff member has a role. The owner has all roles. */
export function hasRole({ role, siteIds }: Actor, required: RequiredRole): boolean {
  if (role === 'owner' || required === 'staff') return true
  if (required === 'moderator of all sites') return role === 'moderator' && siteIds === null
  return role === required
}

/** The error messages for staff who lack a role. */
const refusals = {
  owner: 'ownerOnly',
  moderator: 'moderatorOnly',
  'moderator of all sites': 'moderatorOfAllSitesOnly',
  writer: 'writerOnly',
  staff: 'signIn',
} as const satisfies Record<RequiredRole, string>

/**
 * Requires a signed-in staff member with a role.
 * @throws AppError `unauthorized` if nobody is signed in; `forbidden` if they lack the role
 */
export function requireRole(
  actor: Actor | undefined,
  required: RequiredRole,
): asserts actor is Actor {
  if (!actor) throw new AppError('unauthorized', errorText('signIn'))
  if (!hasRole(actor, required)) throw new AppError('forbidden', errorText(refusals[required]))
}
