import { dumpRestore } from './dump-restore'
import { growth } from './growth'
import { migrationsInUse } from './migrations-in-use'
import type { Part } from './part'
import { retriedKeys } from './retried-keys'
import { threeServers } from './three-servers'

/** Everything that is proved, in the order of `docs/reliability.md`. */
export const parts: Part[] = [retriedKeys, migrationsInUse, dumpRestore, threeServers, growth]
