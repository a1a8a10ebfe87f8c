import { hostileComments } from './hostile-comments'
import { hostilePages } from './hostile-pages'
import { ownerOnly } from './owner-only'
import type { Part } from './part'
import { privateTargets } from './private-targets'
import { randomRequests } from './random-requests'
import { retriedKeys } from './retried-keys'

/** Everything that is proved, in the order of `docs/reliability.md`. */
export const parts: Part[] = [retriedKeys, privateTargets, hostilePages, hostileComments, randomRequests, ownerOnly]
