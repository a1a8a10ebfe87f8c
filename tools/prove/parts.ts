import { badNetwork } from '@/tools/prove/parts/bad-network'
import { connectionsExhausted } from '@/tools/prove/parts/connections-exhausted'
import { diskFull } from '@/tools/prove/parts/disk-full'
import { dumpRestore } from '@/tools/prove/parts/dump-restore'
import { growth } from '@/tools/prove/parts/growth'
import { hostileComments } from '@/tools/prove/parts/hostile-comments'
import { hostilePages } from '@/tools/prove/parts/hostile-pages'
import { hotPost } from '@/tools/prove/parts/hot-post'
import { limiterExact } from '@/tools/prove/parts/limiter-exact'
import { migrationsInUse } from '@/tools/prove/parts/migrations-in-use'
import { mixedLoad } from '@/tools/prove/parts/mixed-load'
import { ownerOnly } from '@/tools/prove/parts/owner-only'
import { postgresFreeze } from '@/tools/prove/parts/postgres-freeze'
import { postgresKill } from '@/tools/prove/parts/postgres-kill'
import { privateTargets } from '@/tools/prove/parts/private-targets'
import { randomRequests } from '@/tools/prove/parts/random-requests'
import { redisUnavailable } from '@/tools/prove/parts/redis-unavailable'
import { retriedKeys } from '@/tools/prove/parts/retried-keys'
import { serverKill } from '@/tools/prove/parts/server-kill'
import { sites } from '@/tools/prove/parts/sites'
import { slowSockets } from '@/tools/prove/parts/slow-sockets'
import { threeServers } from '@/tools/prove/parts/three-servers'
import { twoMachines } from '@/tools/prove/parts/two-machines'
import type { Part } from './part'

/** All parts, in the order of `docs/reliability.md`. */
export const parts: Part[] = [
  mixedLoad,
  postgresKill,
  serverKill,
  postgresFreeze,
  badNetwork,
  connectionsExhausted,
  diskFull,
  redisUnavailable,
  hotPost,
  retriedKeys,
  privateTargets,
  hostilePages,
  hostileComments,
  randomRequests,
  limiterExact,
  ownerOnly,
  slowSockets,
  sites,
  migrationsInUse,
  dumpRestore,
  threeServers,
  twoMachines,
  growth,
]
