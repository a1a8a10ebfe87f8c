import { badNetwork } from '@/bench/prove/parts/bad-network'
import { connectionsExhausted } from '@/bench/prove/parts/connections-exhausted'
import { diskFull } from '@/bench/prove/parts/disk-full'
import { dumpRestore } from '@/bench/prove/parts/dump-restore'
import { growth } from '@/bench/prove/parts/growth'
import { hostileComments } from '@/bench/prove/parts/hostile-comments'
import { hostilePages } from '@/bench/prove/parts/hostile-pages'
import { hotPost } from '@/bench/prove/parts/hot-post'
import { limiterExact } from '@/bench/prove/parts/limiter-exact'
import { migrationsInUse } from '@/bench/prove/parts/migrations-in-use'
import { mixedLoad } from '@/bench/prove/parts/mixed-load'
import { ownerOnly } from '@/bench/prove/parts/owner-only'
import { postgresFreeze } from '@/bench/prove/parts/postgres-freeze'
import { postgresKill } from '@/bench/prove/parts/postgres-kill'
import { privateTargets } from '@/bench/prove/parts/private-targets'
import { randomRequests } from '@/bench/prove/parts/random-requests'
import { redisAway } from '@/bench/prove/parts/redis-away'
import { retriedKeys } from '@/bench/prove/parts/retried-keys'
import { serverKill } from '@/bench/prove/parts/server-kill'
import { slowSockets } from '@/bench/prove/parts/slow-sockets'
import { threeServers } from '@/bench/prove/parts/three-servers'
import type { Part } from './part'

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
