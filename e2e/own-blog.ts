import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { z } from 'zod'
import { migrate } from '@/prisma/migrate'
import { addSession } from './add-session'
import { test as base } from './blog'
import { owner } from './owner'
import { authSecret } from './sign'

const message = z.object({ listening: z.number() })

/** A blog of the test’s own, with one post, its owner signed in: for what changes every page of a blog. */
export const test = base.extend<object, { own: { url: string; session: string; databaseUrl: string } }>({
  own: [
    async ({ browserName: _ }, use) => {
      const url = new URL(process.env.BLOG_DATABASE_URL ?? '')
      const name = `own_${randomBytes(4).toString('hex')}`
      const all = new pg.Client({ connectionString: url.href })
      await all.connect()
      await all.query(`CREATE DATABASE ${name}`)
      url.pathname = name
      await migrate(url.href)
      const server = spawn(process.execPath, ['--import', 'tsx', 'server.ts'], {
        env: {
          ...process.env,
          DATABASE_URL: url.href,
          AUTH_SECRET: authSecret,
          OWNER_EMAIL: owner.email,
          OWNER_PASSWORD: owner.password,
          PORT: '0',
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      const [told] = await once(server, 'message')
      const address = `http://127.0.0.1:${message.parse(told).listening}`
      // The owner is there when the first request is answered.
      await fetch(address)
      const database = new pg.Client({ connectionString: url.href })
      await database.connect()
      const session = await addSession(database)
      await database.query(
        `INSERT INTO posts (slug, title, content, published_at) VALUES ('late', 'Late in the evening', 'Words.', '2025-10-20T23:30:00Z')`,
      )
      await use({ url: address, session, databaseUrl: url.href })
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      await Promise.all([exited, database.end()])
      await all.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await all.end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ own }, use) => use(own.url),
  storageState: async ({ own }, use) => {
    const cookie = { domain: '127.0.0.1', path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const }
    await use({ cookies: [{ ...cookie, name: 'session', value: own.session }], origins: [] })
  },
})
