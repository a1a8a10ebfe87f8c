import type { Actor } from '@/lib/auth/actor'

export type Scene = {
  owner: Actor
  moderator: Actor
  actor: Actor
  postId: number
  invite: () => Promise<string>
}

export type Prepared = { values: unknown[]; session?: { cookie: string } }

/** A page that carries the action, and something for it to do: what it is called with, and by which session if not any. */
export type GuardedAction = {
  may: 'staff' | 'owner'
  page: string
  /** For one that changes nothing: the beginning of the address that only who may is led to. */
  leadsTo?: string
  prepare: (scene: Scene) => Promise<Prepared>
}
