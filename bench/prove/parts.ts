import { badNetwork } from './bad-network'
import { connectionsExhausted } from './connections-exhausted'
import { diskFull } from './disk-full'
import { dumpRestore } from './dump-restore'
import { growth } from './growth'
import { hotPost } from './hot-post'
import { limiterExact } from './limiter-exact'
import { migrationsInUse } from './migrations-in-use'
import type { Part } from './part'
import { postgresFreeze } from './postgres-freeze'
import { postgresKill } from './postgres-kill'
import { redisAway } from './redis-away'
import { retriedKeys } from './retried-keys'
import { serverKill } from './server-kill'
import { slowSockets } from './slow-sockets'
import { sustainedLoad } from './sustained-load'
import { threeServers } from './three-servers'

/** Everything that is proved, in the order of `docs/reliability.md`. */
export const parts: Part[] = [
  sustainedLoad,
  postgresKill,
  serverKill,
  postgresFreeze,
  badNetwork,
  connectionsExhausted,
  diskFull,
  redisAway,
  hotPost,
  retriedKeys,
  limiterExact,
  slowSockets,
  migrationsInUse,
  dumpRestore,
  threeServers,
  growth,
]
