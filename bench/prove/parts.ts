import { connectionsExhausted } from './connections-exhausted'
import { limiterExact } from './limiter-exact'
import type { Part } from './part'
import { redisAway } from './redis-away'
import { retriedKeys } from './retried-keys'
import { slowSockets } from './slow-sockets'

/** Everything that is proved, in the order of `docs/reliability.md`. */
export const parts: Part[] = [retriedKeys, connectionsExhausted, redisAway, limiterExact, slowSockets]
