/**
 * Prisma's schema engine as WebAssembly, connected to one database through the driver adapter. It
 * does what `prisma migrate` does without downloading a binary.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { DiffTarget, MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'
import { applySettings } from '@/lib/db/session-settings'
import { migrationNames, migrationsDir } from './missing-migrations'

const schemaDir = path.join(import.meta.dirname, '../prisma/schema')

const nothingExternal = { externalTables: [], externalEnums: [] }

/**
 * Loads the engine once per process: a second instance would replace one in use. Vitest loads this
 * file once for each of its projects.
 */
const shared = globalThis as typeof globalThis & { afterwordSchemaEngine?: Promise<void> }

/**
 * Instantiates the module manually: the package imports its `.wasm` as a module, which Node
 * supports only with a flag.
 */
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

function migrationList(names: string[]): MigrationList {
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
 * Time that a migration waits for a lock before it gives up and tries again. While it
 * waits, it blocks every later query on the table. A server waits one second for a connection, so
 * this is well below that.
 */
const lockTimeout = '250ms'
/** The lock timeout of statements that do not block others while they wait. */
const concurrentLockTimeout = '1min'
/** Milliseconds between attempts, which let queued queries proceed. */
const pauseMs = 1_000
/**
 * Errors caused by concurrent activity, after which a script is retried: lock_not_available and
 * deadlock_detected.
 */
const retriableErrors = new Set(['55P03', '40P01'])
/** Attempts. A dump of a large database holds its locks for minutes. */
const triesMax = 600

/**
 * Runs a script as a single query. The adapter would split it at every semicolon, even inside
 * function bodies. PostgreSQL runs it in one transaction, so a failed migration leaves no changes.
 */
class WholeScriptAdapter extends PrismaPg {
  /** The error of PostgreSQL for a failed script; the engine reports only that it failed. */
  refusal: Error | undefined

  constructor(private readonly pool: pg.Pool) {
    super(pool)
  }

  override async connect() {
    const adapter = await super.connect()
    adapter.executeScript = async (script: string) => {
      try {
        await this.#runWithRetries(script)
      } catch (error) {
        this.refusal = error instanceof Error ? error : new Error(String(error))
        throw error
      }
    }
    return adapter
  }

  async #runWithRetries(script: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await (script.includes(' CONCURRENTLY ')
          ? this.#runConcurrently(script)
          : this.pool.query(script))
        return
      } catch (error) {
        const isRetriable =
          error instanceof pg.DatabaseError && retriableErrors.has(error.code ?? '')
        if (!isRetriable || tries === triesMax) throw error
        await setTimeout(pauseMs)
      }
    }
  }

  /**
   * Runs a statement with `CONCURRENTLY`. It waits for all earlier transactions without blocking
   * others, and runs outside a transaction. An interruption leaves an invalid index
   * (https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY).
   */
  async #runConcurrently(script: string): Promise<void> {
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

/** Limits that a role or a database may set by default. A migration takes as long as it needs. */
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
  // Without a listener, a connection that breaks would end the process. The query on it fails as
  // well.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => console.warn(`migrate: an idle connection broke (${error.message})`))
  const scripts = new WholeScriptAdapter(pool)
  const adapter = bindMigrationAwareSqlAdapterFactory(scripts)
  try {
    const engine: SchemaEngine = await bindings.SchemaEngine.new(
      { datamodels: undefined },
      () => {},
      adapter,
    )
    return await work(engine)
  } catch (error) {
    throw scripts.refusal ? new Error(scripts.refusal.message, { cause: error }) : error
  } finally {
    await pool.end()
  }
}

/**
 * Applies missing migrations. Returns their names, oldest first.
 * @param isIncluded filters the names, to create the database of an older version
 */
export async function applyMigrations(
  databaseUrl: string,
  isIncluded: (name: string) => boolean = () => true,
): Promise<string[]> {
  const names = migrationNames().filter(isIncluded)
  const { appliedMigrationNames } = await withEngine(databaseUrl, (engine) =>
    engine.applyMigrations({ migrationsList: migrationList(names), filters: nothingExternal }),
  )
  return appliedMigrationNames
}

type SchemaFile = { path: string; content: string }

/**
 * Returns the SQL that migrates to the `.prisma` files of this checkout.
 * @param before the files to migrate from; defaults to an empty database
 */
export async function schemaScript(databaseUrl: string, before?: SchemaFile[]): Promise<string> {
  const files = readdirSync(schemaDir)
    .map((name) => path.join(schemaDir, name))
    .map((file) => ({ path: file, content: readFileSync(file, 'utf8') }))
  const from: DiffTarget = before ? { tag: 'schemaDatamodel', files: before } : { tag: 'empty' }
  const { stdout } = await withEngine(databaseUrl, (engine) =>
    engine.diff({
      from,
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: nothingExternal,
    }),
  )
  return stdout ?? ''
}
