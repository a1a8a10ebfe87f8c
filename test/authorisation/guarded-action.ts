import type { Actor } from '@/lib/auth/actor'
import type { AllowedStaff, Staff } from './actors'

export type Scene = Staff & {
  /** The caller. */
  actor: Actor
  postId: number
  invite: () => Promise<string>
}

export type Prepared = { values: unknown[]; session?: { cookie: string } }

/**
 * A page that contains the action, valid arguments, and the session if it must be a specific one.
 */
export type GuardedAction = {
  allowed: AllowedStaff
  page: string
  /**
   * For an action that changes nothing: the start of the URL that only permitted callers are
   * redirected to.
   */
  leadsTo?: string
  prepare: (scene: Scene) => Promise<Prepared>
}
