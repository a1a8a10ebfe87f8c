/** Waline's server, on the PostgreSQL of a benchmark. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { BenchDatabase, BenchServer } from '@/bench/support/prepare'
import { firefox } from '@/test/new-client'
import { startPeer } from './start-peer'

const program = path.join(import.meta.dirname, 'node_modules/@waline/vercel/vanilla.js')

/** The comments and replies of the measured page, as in `startDatabase`. */
export const comments = 20
export const replies = 10
/** The measured page. */
export const page = '/posts/measured'
const query = new URLSearchParams({ path: page, pageSize: String(comments) })
export const walineComments = `/api/comment?${query}`

/**
 * Waline's tables: the columns that its server reads and writes without accounts and reactions.
 * Like the tables in Waline's documentation, they have no index besides the primary key.
 */
const tables = `
  CREATE TABLE wl_comment (
    id serial PRIMARY KEY, user_id integer, nick text, mail text, link text, comment text, ua text,
    url text, ip text DEFAULT '', pid integer, rid integer, sticky numeric, "like" integer,
    status text NOT NULL DEFAULT '', insertedat timestamp(0) NOT NULL DEFAULT now(),
    createdat timestamp(0) DEFAULT now(), updatedat timestamp(0) DEFAULT now());
  CREATE TABLE wl_counter (
    id serial PRIMARY KEY, url text NOT NULL DEFAULT '', "time" integer,
    createdat timestamp(0) DEFAULT now(), updatedat timestamp(0) DEFAULT now())`

/** Creates Waline's database with the comments and views of Afterword's measured post. */
export async function createWalineDatabase(database: BenchDatabase): Promise<pg.Pool> {
  await database.sql('CREATE DATABASE waline')
  const url = new URL(database.url)
  url.pathname = '/waline'
  const pool = new pg.Pool({ connectionString: url.href, max: 2 })
  pool.on('error', () => {})
  await pool.query(tables)
  const columns = 'nick, comment, mail, link, status, ua, ip, url'
  const rest = [`'', '', 'approved', '${firefox}', '192.0.2.1'`, `'${page}'`].join(', ')
  await pool.query(
    `INSERT INTO wl_comment (${columns}, insertedat)
     SELECT 'Reader ' || n, repeat('A comment of some length, as readers write them. ', 4), ${rest},
            now() - interval '1 hour' + n * interval '1 minute'
       FROM generate_series(1, ${comments}) AS n`,
  )
  await pool.query(
    `INSERT INTO wl_comment (${columns}, pid, rid)
     SELECT 'Another', repeat('A reply. ', 10), ${rest}, id, id
       FROM wl_comment ORDER BY id LIMIT ${replies}`,
  )
  await pool.query(`INSERT INTO wl_counter (url, "time") VALUES ('${page}', 3000)`)
  return pool
}

/**
 * Starts Waline's server as its image does, and resolves when it responds. Disables its rate limit
 * and its requests to other hosts. By default, it queries a list of sign-in services in each
 * request, and Akismet for each comment.
 */
export async function startWaline(databaseUrl: string): Promise<BenchServer> {
  if (!existsSync(program)) throw new Error('Waline is missing: npm ci --prefix bench/peers')
  const database = new URL(databaseUrl)
  return startPeer({
    name: 'Waline',
    args: (port) => [program, String(port)],
    env: {
      PG_DB: 'waline',
      PG_HOST: database.hostname,
      PG_PORT: database.port,
      PG_USER: database.username,
      PG_PASSWORD: database.password,
      IPQPS: '0',
      AKISMET_KEY: 'false',
      OAUTH_URL: 'data:application/json,{"services":[]}',
    },
    ready: walineComments,
  })
}
