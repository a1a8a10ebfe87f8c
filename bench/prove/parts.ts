import { badNetwork } from './bad-network'
import { hotPost } from './hot-post'
import type { Part } from './part'
import { postgresFreeze } from './postgres-freeze'
import { postgresKill } from './postgres-kill'
import { retriedKeys } from './retried-keys'
import { serverKill } from './server-kill'
import { sustainedLoad } from './sustained-load'

/** Everything that is proved, in the order of `docs/reliability.md`. */
export const parts: Part[] = [sustainedLoad, postgresKill, serverKill, postgresFreeze, badNetwork, hotPost, retriedKeys]
