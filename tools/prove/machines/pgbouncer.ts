import { freePort } from '@/scripts/embedded-postgres'
import { pgBouncerConfiguration, startPgBouncer as start } from '@/test/servers/pgbouncer'
import type { Scene } from '@/tools/prove/scene'
import { startMsMax, withTimeout } from '@/tools/prove/with-timeout'

export type PgBouncer = {
  url: string
  /** Sends all later connections to another server. */
  pointTo: (databaseUrl: string) => void
}

/** Starts PgBouncer in transaction mode in front of one database. */
export async function startPgBouncer(
  scene: Scene,
  databaseUrl: string,
  host = '127.0.0.1',
): Promise<PgBouncer> {
  const port = await freePort()
  const configure = (url: string) => pgBouncerConfiguration({ host, port, databaseUrl: url })
  const bouncer = await withTimeout(
    startMsMax,
    start(configure(databaseUrl)),
    () => 'PgBouncer did not start',
  )
  scene.onEnd(bouncer.stop)
  return {
    url: `postgresql://afterword@${host}:${port}${new URL(databaseUrl).pathname}`,
    pointTo: (url) => bouncer.reload(configure(url)),
  }
}
