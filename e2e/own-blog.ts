import pg from 'pg'
import { addSession } from './add-session'
import { test as base } from './blog'
import { owner } from './owner'
import { createDatabase, serveBlog } from './separate-blog'

/**
 * A blog of the test’s own, with one post, its owner signed in: for what changes every page of a blog. A worker keeps it from
 * one file to the next where both say the same `ownedBy` and `environment`.
 */
export const test = base.extend<
  object,
  {
    ownedBy: string
    environment: Record<string, string>
    own: { url: string; session: string; databaseUrl: string }
  }
>({
  /** The file whose blog it is: what one sets is not there for another. A part of the database’s name. */
  ownedBy: ['', { option: true, scope: 'worker' }],
  /** What it is configured with beside. */
  environment: [{}, { option: true, scope: 'worker' }],
  own: [
    async ({ ownedBy, environment }, use) => {
      if (ownedBy === '') throw new Error('say by `test.use({ ownedBy })` whose blog it is')
      const { url, drop } = await createDatabase(ownedBy)
      const server = await serveBlog(
        url,
        { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password, ...environment },
        'inherit',
      )
      // The owner is there when the first request is answered.
      await fetch(server.url)
      const database = new pg.Client({ connectionString: url.href })
      await database.connect()
      const session = await addSession(database)
      await database.query(
        `INSERT INTO posts (slug, title, content, published_at) VALUES ('late', 'Late in the evening', 'Words.', '2025-10-20T23:30:00Z')`,
      )
      await use({ url: server.url, session, databaseUrl: url.href })
      await Promise.all([server.stop(), database.end()])
      await drop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ own }, use) => use(own.url),
  storageState: async ({ own }, use) => {
    const cookie = {
      domain: '127.0.0.1',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: 'Lax' as const,
    }
    await use({ cookies: [{ ...cookie, name: 'session', value: own.session }], origins: [] })
  },
})
