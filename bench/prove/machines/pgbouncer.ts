import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Scene } from '@/bench/prove/scene'
import { startMsMax, within } from '@/bench/prove/within'
import { endProcess } from '@/lib/testing/end-process'
import { programPath } from '@/lib/testing/find-program'
import { postgresIdentity } from '@/lib/testing/postgres-with-tools'
import { freePort } from '@/prisma/embedded'

export type PgBouncer = {
  url: string
  /** Sends all that comes from now on to another server. */
  pointTo: (databaseUrl: string) => void
}

/** PgBouncer in transaction mode before one database: many connections in, 20 out. */
export async function startPgBouncer(scene: Scene, databaseUrl: string): Promise<PgBouncer> {
  const port = await freePort()
  const file = path.join(scene.directory, 'pgbouncer.ini')
  const configure = (url: string) => {
    const { hostname, port: serverPort, username, pathname } = new URL(url)
    const name = pathname.slice(1)
    writeFileSync(
      file,
      `[databases]
${name} = host=${hostname} port=${serverPort} dbname=${name} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_login_retry = 1
query_wait_timeout = 3
`,
      { mode: 0o644 },
    )
    return name
  }
  const name = configure(databaseUrl)
  const bouncer = spawn(programPath('pgbouncer'), [file], { ...postgresIdentity(), stdio: ['ignore', 'ignore', 'pipe'] })
  scene.onEnd(() => endProcess(bouncer, 'SIGKILL'))
  let log = ''
  const words = () => `PgBouncer did not start:\n${log}`
  const isUp = new Promise<void>((resolve, reject) => {
    bouncer.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4_000)
      if (log.includes('process up')) resolve()
    })
    bouncer.once('error', reject)
    bouncer.once('exit', () => reject(new Error(words())))
  })
  await within(startMsMax, isUp, words)
  return {
    url: `postgresql://afterword@127.0.0.1:${port}/${name}`,
    pointTo: (url) => {
      configure(url)
      bouncer.kill('SIGHUP')
    },
  }
}
