/**
 * The environment of every benchmark: a production build of this checkout in its own folder,
 * PostgreSQL, and the example posts. The build includes the baselines, such as an empty route
 * handler.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '@/scripts/embedded-postgres'
import { migrate } from '@/scripts/migrate'
import { installShutdownHandlers } from '@/tools/prove/shutdown-handlers'
import { build, copyCheckout } from './copy-checkout'
import { seedExamples } from './seed-examples'

let built: Promise<string> | undefined

const baselines = {
  'app/api/empty/route.ts':
    'export async function GET(_: Request) {\n  return Response.json({})\n}\n' +
    'export async function POST(_: Request) {\n  return Response.json({})\n}\n' +
    'export const dynamic = "force-dynamic"\n',
  // The minimum for any handler with a request body: it reads the body.
  'app/api/reading/route.ts':
    'export async function POST(request: Request) {\n  await request.text()\n' +
    '  return Response.json({})\n}\nexport const dynamic = "force-dynamic"\n',
  // A typical counter implementation in the same kind of handler.
  'app/api/naive/route.ts': `
    import { countNaively } from './count-naively'
    import { writeEndpoint } from '@/lib/http/write-endpoint'
    import { limits } from '@/lib/rate-limit/rate-limit'
    export const POST = writeEndpoint({ limits: [limits.newViews], body: true }, countNaively)
    export const dynamic = 'force-dynamic'
  `,
  'app/api/naive/count-naively.ts': `
    import { query } from '@/lib/db/client'
    type Write = { fields: Record<string, unknown>; count: () => Promise<void> }
    export async function countNaively({ fields, count }: Write) {
      await count()
      const [row] = await query((client) => client.$queryRaw<{ views: number }[]>\`
        UPDATE naive_views SET views = views + 1
         WHERE slug = \${String(fields.slug)} RETURNING views\`)
      return { status: 201 as const, json: { views: row?.views } }
    }
  `,
}

/** Copies the checkout, adds the baselines, and builds it. */
async function buildWithBaselines(): Promise<string> {
  installShutdownHandlers()
  console.log('building with the baseline endpoints …')
  const buildDirectory = await copyCheckout()
  for (const [file, content] of Object.entries(baselines)) {
    const target = path.join(buildDirectory, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
  await build(buildDirectory)
  return buildDirectory
}

export type BenchServer = { url: string; process: ChildProcess; stop: () => Promise<void> }

/**
 * Starts the production server like `npm start`. It trusts one proxy, so that requests can come
 * from many clients.
 */
export async function startServer(
  directory: string,
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<BenchServer> {
  const child = spawn(process.execPath, ['.next/server.mjs'], {
    cwd: directory,
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: 'x'.repeat(32),
      PORT: '0',
      TRUSTED_PROXY_HOPS: '1',
      ...environment,
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { listening: number }) => resolve(message.listening))
    child.once('exit', () => reject(new Error('the server did not start')))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    stop: async () => {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

export type BenchDatabase = {
  url: string
  sql: (text: string, values?: unknown[]) => Promise<pg.QueryResult>
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL, migrated, with the example posts and one post of 20 comments with 10 replies.
 */
export async function startDatabase(directory: string): Promise<BenchDatabase> {
  const data = mkdtempSync(path.join(tmpdir(), 'afterword-bench-'))
  const postgres = await startEmbeddedPostgres(data)
  await migrate(postgres.url)
  seedExamples(directory, postgres.url)
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
  pool.on('error', () => {})
  await pool.query(`
    WITH post AS (INSERT INTO posts (slug, title, content, published_at)
                  VALUES ('measured', 'Measured', 'Words.', now() - interval '1 day')
                  RETURNING id),
         top AS (INSERT INTO comments (post_id, status, author_name, content, created_at)
                 SELECT post.id, 'published', 'Reader ' || n,
                        repeat('A comment of some length, as readers write them. ', 4),
                        now() - interval '1 hour' + n * interval '1 minute'
                   FROM post, generate_series(1, 20) AS n RETURNING id, post_id)
    INSERT INTO view_counts (post_id, day, views)
    SELECT id, current_date - n, 100 FROM post, generate_series(0, 29) AS n`)
  await pool.query(`
    INSERT INTO comments (post_id, parent_id, status, author_name, content)
    SELECT post_id, id, 'published', 'Another', repeat('A reply. ', 10) FROM comments
     WHERE post_id = (SELECT id FROM posts WHERE slug = 'measured') ORDER BY id LIMIT 10`)
  // Otherwise, the timer that publishes due posts would invalidate all pages a minute after a start.
  await pool.query(`UPDATE posts SET shown_at = now() WHERE NOT draft AND published_at <= now()`)
  return {
    url: postgres.url,
    sql: (text, values) => pool.query(text, values),
    stop: async () => {
      await pool.end()
      await postgres.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

export type Blog = { server: BenchServer; database: BenchDatabase; directory: string }

/** Runs one measurement with its own server and database. The build is made once per run. */
export async function withBlog(measure: (blog: Blog) => Promise<unknown>): Promise<void> {
  built ??= buildWithBaselines()
  const directory = await built
  const database = await startDatabase(directory)
  const server = await startServer(directory, database.url)
  try {
    await measure({ server, database, directory })
  } finally {
    await server.stop()
    await database.stop()
  }
}
