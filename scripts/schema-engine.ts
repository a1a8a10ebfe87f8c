/**
 * Prisma's own schema engine as WebAssembly, bound to one database through the driver adapter: what `prisma migrate`
 * does, without the binary that the command downloads.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { DiffTarget, MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'
import { ignoreErrorEvents } from '@/lib/db/connection-pool'
import { applySettings } from '@/lib/db/session-settings'
import { migrationNames, migrationsDir } from './missing-migrations'

const schemaDir = path.join(import.meta.dirname, '../prisma/schema')

const nothingExternal = { externalTables: [], externalEnums: [] }

/** Once a process: a second instance takes the place of one that is at work. Vitest loads this file once for each of its projects. */
const shared = globalThis as typeof globalThis & { afterwordSchemaEngine?: Promise<void> }

/** The package imports its `.wasm` as a module, which Node does not do without a flag: it is instantiated by hand. */
async function load(): Promise<void> {
  const file = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace(/\.js$/, '.wasm')
  const imports = { './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports }
  const { instance } = await WebAssembly.instantiate(readFileSync(file), imports)
  bindings.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
}

type SchemaFile = { path: string; content: string }

/** The `.prisma` files of this checkout. */
function schemaFiles(): SchemaFile[] {
  return readdirSync(schemaDir)
    .filter((name) => name.endsWith('.prisma'))
    .map((name) => ({
      path: path.join(schemaDir, name),
      content: readFileSync(path.join(schemaDir, name), 'utf8'),
    }))
}

function migrationList(names = migrationNames()): MigrationList {
  return {
    baseDir: migrationsDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: readFileSync(path.join(migrationsDir, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok',
          value: readFileSync(path.join(migrationsDir, name, 'migration.sql'), 'utf8'),
        },
      },
    })),
  }
}

/**
 * How long a migration waits for a lock before it gives up and tries again. While it waits, it blocks every later query
 * on the table. A server waits one second for a connection, so this is well below that.
 */
const lockTimeout = '250ms'
/** The same for statements that block nobody while they wait. */
const concurrentLockTimeout = '1min'
/** Time for those who queued behind it. */
const pauseMs = 1_000
/** What a script meets where others are at work, and not where it is tried again: a lock that is held, and a deadlock that it lost. */
const inTheWay = new Set(['55P03', '40P01'])
/** A dump of a large database holds its locks for minutes. */
const triesMax = 600

/**
 * The adapter cuts a script at every semicolon, those inside a function's body too. PostgreSQL takes it whole, and as
 * one transaction: a migration that fails leaves nothing of itself behind.
 */
class WholeScriptAdapter extends PrismaPg {
  /** What PostgreSQL said of a script that failed: the engine only says that something did. */
  refusal: Error | undefined

  constructor(private readonly pool: pg.Pool) {
    super(pool)
  }

  override async connect() {
    const adapter = await super.connect()
    adapter.executeScript = async (script: string) => {
      try {
        await this.#runWhenFree(script)
      } catch (error) {
        this.refusal = error instanceof Error ? error : new Error(String(error))
        throw error
      }
    }
    return adapter
  }

  async #runWhenFree(script: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await (script.includes(' CONCURRENTLY ')
          ? this.#runBesideOthers(script)
          : this.#run(script))
      } catch (error) {
        const isInTheWay = error instanceof pg.DatabaseError && inTheWay.has(error.code ?? '')
        if (!isInTheWay || tries === triesMax) throw error
        await setTimeout(pauseMs)
      }
    }
  }

  async #run(script: string): Promise<void> {
    await this.pool.query(script)
  }

  /**
   * What is made or dropped `CONCURRENTLY` waits for all transactions that began before it, and nobody waits for it meanwhile. It is no transaction:
   * broken off, it leaves an index that is not whole (https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY).
   */
  async #runBesideOthers(script: string): Promise<void> {
    const [, index] = /CREATE INDEX CONCURRENTLY "(\w+)"/.exec(script) ?? []
    const client = await this.pool.connect()
    try {
      await applySettings(client, { lock_timeout: concurrentLockTimeout })
      if (index) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS "${index}"`)
      await client.query(script)
    } finally {
      await applySettings(client, { lock_timeout: lockTimeout }).then(
        () => client.release(),
        (error) => client.release(error),
      )
    }
  }
}

/** Limits that a role or a database may have by default. A migration takes as long as it needs. */
const timeouts = [
  'statement_timeout',
  'idle_in_transaction_session_timeout',
  // PostgreSQL 14 and newer.
  'idle_session_timeout',
  // PostgreSQL 17 and newer.
  'transaction_timeout',
]

/**
 * Applies the settings that a migration depends on to a connection.
 * @throws Error if a setting has no effect
 */
export async function prepareForMigration(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM pg_settings WHERE name = ANY ($1)',
    [timeouts],
  )
  await applySettings(client, {
    lock_timeout: lockTimeout,
    timezone: 'UTC',
    ...Object.fromEntries(rows.map(({ name }) => [name, '0'])),
  })
}

async function withEngine<T>(
  databaseUrl: string,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  shared.afterwordSchemaEngine ??= load()
  await shared.afterwordSchemaEngine
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    connectionTimeoutMillis: 10_000,
    verify: (client, done) => void prepareForMigration(client).then(() => done(), done),
  })
  pool.on('connect', ignoreErrorEvents)
  pool.on('error', (error) => console.warn(`migrate: an idle connection broke (${error.message})`))
  const scripts = new WholeScriptAdapter(pool)
  const adapter = bindMigrationAwareSqlAdapterFactory(scripts)
  const datamodels = schemaFiles().map((file): [string, string] => [file.path, file.content])
  try {
    const engine: SchemaEngine = await bindings.SchemaEngine.new({ datamodels }, () => {}, adapter)
    return await work(engine)
  } catch (error) {
    throw scripts.refusal ? new Error(scripts.refusal.message, { cause: error }) : error
  } finally {
    await pool.end()
  }
}

/**
 * Applies every migration that the database has not seen. Returns their names, oldest first.
 * @param isWanted leaves out those of other names: a database of an older version
 */
export async function applyMigrations(
  databaseUrl: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<string[]> {
  const names = migrationNames().filter(isWanted)
  const { appliedMigrationNames } = await withEngine(databaseUrl, (engine) =>
    engine.applyMigrations({ migrationsList: migrationList(names), filters: nothingExternal }),
  )
  return appliedMigrationNames
}

/** The SQL that makes an empty database what the `.prisma` files say. */
export async function schemaScript(databaseUrl: string): Promise<string> {
  return scriptFrom(databaseUrl, { tag: 'empty' })
}

/** The SQL that leads from what other `.prisma` files say to what those of this checkout do: what a new migration is made of. */
export async function changeScript(databaseUrl: string, before: SchemaFile[]): Promise<string> {
  return scriptFrom(databaseUrl, { tag: 'schemaDatamodel', files: before })
}

async function scriptFrom(databaseUrl: string, from: DiffTarget): Promise<string> {
  const { stdout } = await withEngine(databaseUrl, (engine) =>
    engine.diff({
      from,
      to: { tag: 'schemaDatamodel', files: schemaFiles() },
      script: true,
      exitCode: null,
      filters: nothingExternal,
    }),
  )
  return stdout ?? ''
}

/**
 * Keeps a script as the newest migration.
 * @returns its name
 */
export function writeMigration(title: string, script: string): string {
  const name = `${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}_${title}`
  mkdirSync(path.join(migrationsDir, name))
  writeFileSync(path.join(migrationsDir, name, 'migration.sql'), script)
  return name
}
