/**
 * Prisma's schema engine as WebAssembly, connected to one database through the driver adapter. It
 * does what `prisma migrate diff` does without downloading a binary.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'

const schemaDir = path.join(import.meta.dirname, '../prisma/schema')

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

type SchemaFile = { path: string; content: string }

/**
 * Returns the SQL that migrates to the `.prisma` files of this checkout.
 * @param databaseUrl a database of the version of PostgreSQL for which to generate SQL
 * @param before the files to migrate from; defaults to an empty database
 */
export async function schemaScript(databaseUrl: string, before?: SchemaFile[]): Promise<string> {
  await load()
  const files = readdirSync(schemaDir)
    .map((name) => path.join(schemaDir, name))
    .map((file) => ({ path: file, content: readFileSync(file, 'utf8') }))
  const pool = new pg.Pool({ connectionString: databaseUrl })
  try {
    const engine: SchemaEngine = await bindings.SchemaEngine.new(
      { datamodels: undefined },
      () => {},
      bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool)),
    )
    const { stdout } = await engine.diff({
      from: before ? { tag: 'schemaDatamodel', files: before } : { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    })
    return stdout ?? ''
  } finally {
    await pool.end()
  }
}
