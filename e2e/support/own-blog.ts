import pg from 'pg'
import { addSession } from '@/e2e/admin/add-session'
import { owner } from '@/e2e/admin/owner'
import { test as base } from './blog'
import { createDatabase, serveBlog } from './separate-blog'

/**
 * A separate blog with one post and a signed-in owner, for tests that change every page. A worker
 * reuses it between files with the same `ownedBy` and `environment`.
 */
export const test = base.extend<
  object,
  {
    ownedBy: string
    environment: Record<string, string>
    own: { url: string; session: string; database: pg.Client }
  }
>({
  /**
   * Names the file that owns the blog, so that others do not see its changes. Becomes part of the
   * database name.
   */
  ownedBy: ['', { option: true, scope: 'worker' }],
  /** Additional environment variables of the server. */
  environment: [{}, { option: true, scope: 'worker' }],
  own: [
    async ({ ownedBy, environment }, use) => {
      if (ownedBy === '') throw new Error('name the owner of the blog with `test.use({ ownedBy })`')
      const { url, drop } = await createDatabase(ownedBy)
      const server = await serveBlog(
        url,
        { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password, ...environment },
        'inherit',
      )
      // The server creates the owner before it responds to the first request.
      await fetch(server.url)
      const database = new pg.Client({ connectionString: url.href })
      await database.connect()
      const session = await addSession(database)
      await database.query(
        `INSERT INTO posts (slug, title, content, published_at)
         VALUES ('late', 'Late in the evening', 'Words.', '2025-10-20T23:30:00Z')`,
      )
      await use({ url: server.url, session, database })
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
