/** Umami's server, built from its npm package, on the PostgreSQL of a benchmark. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as esbuild from 'esbuild'
import pg from 'pg'
import type { BenchDatabase, BenchServer } from '@/bench/support/prepare'
import { runCommand } from '@/bench/support/run-command'
import { startPeer } from './start-peer'

const folder = path.join(import.meta.dirname, 'umami')
const modules = path.join(folder, 'node_modules')

const website = '3f8a1b52-6c2d-4d8e-9b1f-0a4c7e2d5f60'
const views = 3_000

export const umamiView = {
  path: '/api/send',
  status: 200,
  body: () => ({
    type: 'event',
    payload: {
      website,
      hostname: 'blog.example',
      language: 'en',
      referrer: '',
      screen: '1280x720',
      title: 'Measured',
      url: '/posts/measured',
    },
  }),
  stored: 'SELECT count(*) AS found FROM website_event',
}

/**
 * Builds Umami in a temporary folder, without its user interface, which is not measured and needs
 * more tools.
 */
export async function buildUmami(): Promise<string> {
  if (!existsSync(modules)) throw new Error('Umami is missing: npm ci --prefix bench/peers/umami')
  const parent = mkdtempSync(path.join(tmpdir(), 'afterword-umami-'))
  process.once('exit', () => rmSync(parent, { recursive: true }))
  const directory = path.join(parent, 'umami')
  cpSync(path.join(modules, 'umami'), directory, { recursive: true })
  symlinkSync(modules, path.join(parent, 'node_modules'))
  rmSync(path.join(directory, 'src/app'), { recursive: true })
  cpSync(path.join(directory, 'db/postgresql'), path.join(directory, 'prisma'), { recursive: true })
  const schema = path.join(directory, 'prisma/schema.prisma')
  const provider = 'provider = "prisma-client-js"'
  const text = readFileSync(schema, 'utf8')
  writeFileSync(schema, text.replace(provider, `${provider}\n  engineType = "client"`))
  const env = {
    ...process.env,
    DATABASE_URL: 'postgresql://localhost/umami',
    // Without this, Prisma would download its schema engine, which `generate` does not need.
    PRISMA_SCHEMA_ENGINE_BINARY: 'package.json',
    NEXT_TELEMETRY_DISABLED: '1',
  }
  const run = (program: string, ...args: string[]) =>
    runCommand(process.execPath, [path.join(modules, program), ...args], { cwd: directory, env })
  await run('prisma/build/index.js', 'generate')
  await run('next/dist/bin/next', 'build')
  return directory
}

/** Creates Umami's database with a website and as many views as Afterword's measured post has. */
export async function createUmamiDatabase(
  database: BenchDatabase,
  directory: string,
): Promise<pg.Pool> {
  await database.sql('CREATE DATABASE umami')
  const url = new URL(database.url)
  url.pathname = '/umami'
  const pool = new pg.Pool({ connectionString: url.href, max: 2 })
  pool.on('error', () => {})
  const migrations = path.join(directory, 'prisma/migrations')
  for (const name of readdirSync(migrations).sort())
    if (existsSync(path.join(migrations, name, 'migration.sql')))
      await pool.query(readFileSync(path.join(migrations, name, 'migration.sql'), 'utf8'))
  await pool.query(
    `INSERT INTO website (website_id, name, domain, user_id)
     SELECT '${website}', 'Measured', 'blog.example', user_id FROM "user" LIMIT 1`,
  )
  await pool.query(
    `WITH sessions AS (
       INSERT INTO session (session_id, website_id, hostname)
       SELECT gen_random_uuid(), '${website}', 'blog.example' FROM generate_series(1, ${views})
       RETURNING session_id)
     INSERT INTO website_event (event_id, website_id, session_id, url_path, event_type)
     SELECT gen_random_uuid(), '${website}', session_id, '/posts/measured', 1 FROM sessions`,
  )
  return pool
}

/** Starts Umami from its build, and resolves when it responds. */
export const startUmami = (directory: string, databaseUrl: string): Promise<BenchServer> => {
  const url = new URL(databaseUrl)
  url.pathname = '/umami'
  return startPeer({
    name: 'Umami',
    cwd: directory,
    args: (port) => [
      '--require',
      path.join(folder, 'replace-downloads.cjs'),
      path.join(modules, 'next/dist/bin/next'),
      'start',
      '--port',
      String(port),
    ],
    env: { DATABASE_URL: url.href, APP_SECRET: 'x'.repeat(32) },
    ready: '/api/heartbeat',
  })
}

/** Returns the path of a page's view count, and the headers that permit reading it. */
export async function umamiCount(url: string) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'umami' }),
  })
  const { token }: { token: string } = await response.json()
  const query = new URLSearchParams({
    startAt: '0',
    endAt: String(Date.now() + 86_400_000),
    url: '/posts/measured',
  })
  return {
    path: `/api/websites/${website}/stats?${query}`,
    headers: { authorization: `Bearer ${token}` },
  }
}

/** Returns Umami's tracking script, minified as in its build. */
export async function umamiScript(directory: string): Promise<Uint8Array> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(directory, 'src/tracker/index.js')],
    bundle: true,
    minify: true,
    write: false,
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}
