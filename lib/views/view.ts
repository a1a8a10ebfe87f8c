/** Public types of views. Safe to import in a browser. */

/** Reason in the request itself why a view is not counted. */
export type Refusal = 'no-user-agent' | 'bot' | 'prefetch' | 'navigation' | 'staff'

/**
 * Reason in the response why a view is not counted. `suspect` views await review by the owner;
 * `flood` is beyond that limit.
 */
export type UncountedReason = Refusal | 'already-counted' | 'suspect' | 'flood'

/** Result of a view: the public number of views, and if this one was counted. */
export type RecordedView =
  | { views: number; counted: true }
  | { views: number; counted: false; reason: UncountedReason }
