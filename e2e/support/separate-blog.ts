import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { z } from 'zod'
import { authSecret } from './sign'

const message = z.object({ listening: z.number() })

/** The migrated, empty database that other databases are copied from. */
const templateDatabase = 'blog_template'

/** Copies a migrated database that is still empty. */
export async function createTemplate(migrated: string): Promise<void> {
  const client = new pg.Client({ connectionString: migrated })
  await client.connect()
  const name = new URL(migrated).pathname.slice(1)
  await client.query(`CREATE DATABASE ${templateDatabase} TEMPLATE ${name}`)
  await client.end()
}

/** Creates a database next to the shared one, migrated and empty. */
export async function createDatabase(
  kind: string,
): Promise<{ url: URL; drop: () => Promise<void> }> {
  const url = new URL(process.env.BLOG_DATABASE_URL ?? '')
  const name = `${kind}_${randomBytes(4).toString('hex')}`
  const all = new pg.Client({ connectionString: url.href })
  await all.connect()
  await all.query(`CREATE DATABASE ${name} TEMPLATE ${templateDatabase}`)
  url.pathname = name
  const drop = async () => {
    await all.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await all.end()
  }
  return { url, drop }
}

/** Starts the production server on a database, on a free port. */
export async function serveBlog(
  database: URL,
  environment: Record<string, string>,
  log: 'inherit' | 'ignore',
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = spawn(process.execPath, ['.next/server.mjs'], {
    env: {
      ...process.env,
      DATABASE_URL: database.href,
      AUTH_SECRET: authSecret,
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'ignore', log, 'ipc'],
  })
  const ended = once(server, 'exit').then(([code]) =>
    Promise.reject(new Error(`the server ended before it listened (${code})`)),
  )
  const [received] = await Promise.race([once(server, 'message'), ended])
  ended.catch(() => {})
  const stop = async () => {
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    await exited
  }
  return { url: `http://127.0.0.1:${message.parse(received).listening}`, stop }
}
