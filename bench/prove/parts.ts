import { limiterExact } from './limiter-exact'
import type { Part } from './part'
import { retriedKeys } from './retried-keys'

/** Everything that is proved, in the order of `docs/reliability.md`. */
export const parts: Part[] = [retriedKeys, limiterExact]
