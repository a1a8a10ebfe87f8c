import { migrate } from '@/scripts/migrate'
import {
  type PostgresWithTools,
  runSql,
  startPostgresWithTools,
} from '@/test/servers/postgres-with-tools'
import type { Scene } from '@/tools/prove/scene'
import { killTree } from './killed-processes'
import type { Machine } from './network-machines'
import type { TestPostgres } from './postgres'

type Side = Pick<TestPostgres, 'sql' | 'url'>

export type ReplicatedPostgres = {
  primary: Side & { kill: () => Promise<void> }
  /** Accepts only reads until it is promoted. */
  replica: Side & { promote: () => Promise<void> }
}

const database = 'blog'

/**
 * Starts PostgreSQL from Debian packages with a streaming replica and a migrated database. Commits
 * wait until the replica has written them to disk (`synchronous_standby_names`), so they survive
 * the loss of the primary.
 * @param machines of the primary and of the replica; this one by default
 */
export async function startReplicatedPostgres(
  scene: Scene,
  machines: Machine[] = [],
): Promise<ReplicatedPostgres> {
  const [ofFirst, ofSecond] = machines.map((machine) => ({ machine }))
  const settings = { max_connections: '60' }
  const first = await startServer(scene, { settings, ...ofFirst })
  await runSql(first.url('postgres'), `CREATE DATABASE ${database}`)
  const second = await startServer(scene, { settings, replicaOf: first, ...ofSecond })
  await runSql(first.url('postgres'), `ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await runSql(first.url('postgres'), 'SELECT pg_reload_conf()')
  await migrate(first.url(database))
  return {
    primary: { ...sideOf(first), kill: () => killTree(first.process) },
    replica: {
      ...sideOf(second),
      promote: async () => void (await runSql(second.url(database), 'SELECT pg_promote()')),
    },
  }
}

/** Ends with the scene, even if the scene ends during the start. */
async function startServer(
  scene: Scene,
  options: Parameters<typeof startPostgresWithTools>[0],
): Promise<PostgresWithTools> {
  scene.signal.throwIfAborted()
  const starting = startPostgresWithTools(options)
  scene.onEnd(async () => (await starting.catch(() => undefined))?.stop())
  return starting
}

function sideOf(server: PostgresWithTools): Side {
  const url = server.url(database)
  return { url, sql: (text, values) => runSql(url, text, values) }
}
