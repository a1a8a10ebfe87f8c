/** The door of the views: what is said of one, safe to import in a browser. */

/** Why a look at a post is not counted: what the request itself gives away. */
export type Refusal = 'no-user-agent' | 'bot' | 'prefetch' | 'navigation' | 'staff'

/** Why a request is refused before the post is looked at: sent from another site, or over the limit of its client. */
export type EarlyRefusal = 'cross-site' | 'too-many'

/**
 * Why it is not counted, as the answer says it: also because of what was counted before. `suspect` is kept apart for the
 * owner to accept; `flood` is beyond even that.
 */
export type UncountedReason = Refusal | 'already-counted' | 'suspect' | 'flood'

/** What became of a look: the post's public number, and whether it grew. */
export type RecordedView =
  | { views: number; counted: true }
  | { views: number; counted: false; reason: UncountedReason }
