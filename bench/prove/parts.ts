import { badNetwork } from './bad-network'
import { connectionsExhausted } from './connections-exhausted'
import { diskFull } from './disk-full'
import { dumpRestore } from './dump-restore'
import { growth } from './growth'
import { hostileComments } from './hostile-comments'
import { hostilePages } from './hostile-pages'
import { hotPost } from './hot-post'
import { limiterExact } from './limiter-exact'
import { migrationsInUse } from './migrations-in-use'
import { mixedLoad } from './mixed-load'
import { ownerOnly } from './owner-only'
import type { Part } from './part'
import { postgresFreeze } from './postgres-freeze'
import { postgresKill } from './postgres-kill'
import { privateTargets } from './private-targets'
import { randomRequests } from './random-requests'
import { redisAway } from './redis-away'
import { retriedKeys } from './retried-keys'
import { serverKill } from './server-kill'
import { slowSockets } from './slow-sockets'
import { threeServers } from './three-servers'

/** Everything that is proved, in the order of `docs/reliability.md`. */
export const parts: Part[] = [
  mixedLoad,
  postgresKill,
  serverKill,
  postgresFreeze,
  badNetwork,
  connectionsExhausted,
  diskFull,
  redisAway,
  hotPost,
  retriedKeys,
  privateTargets,
  hostilePages,
  hostileComments,
  randomRequests,
  limiterExact,
  ownerOnly,
  slowSockets,
  migrationsInUse,
  dumpRestore,
  threeServers,
  growth,
]
