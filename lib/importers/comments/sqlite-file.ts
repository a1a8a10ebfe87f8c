import 'server-only'
import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Database } from 'node-sqlite3-wasm'
import { importErrorText } from '@/lib/i18n/error-text'
import { fieldOf, lossRecord, Row, textOf } from './source-fields'
import { NotAnExport, type ReadOptions, type SourceFile, type SourceRecord } from './source-record'

/**
 * Returns true for the start of a SQLite database
 * (https://www.sqlite.org/fileformat.html#magic_header_string).
 */
export const isSqlite = (start: string): boolean => start.startsWith('SQLite format 3\0')

/** The tables that a reader needs, in reading order. The last one contains the comments. */
type Tables = {
  /** The name of the system, for messages. */
  system: string
  /** Columns by table. Columns that a table does not have are ignored. */
  columns: Record<string, readonly string[]>
}

/**
 * Reads the rows of a SQLite database in the order of the file, up to where it is damaged. SQLite
 * needs a file, so the database is copied to a private temporary file. This uses a few megabytes of
 * memory for files of any size.
 * @param convert returns the record of a row
 * @throws NotAnExport if it is not a SQLite database with these tables, or nothing can be read
 */
export async function* readSqliteRows(
  file: SourceFile,
  { system, columns }: Tables,
  options: ReadOptions,
  convert: (row: Row, table: string) => SourceRecord,
): AsyncGenerator<SourceRecord> {
  const folder = await mkdtemp(path.join(tmpdir(), 'afterword-import-'))
  let database: Database | undefined
  try {
    const copy = path.join(folder, 'copy.db')
    await writeCopy(file, copy)
    database = await openCopy(copy)
    const names = database.all("SELECT name FROM sqlite_schema WHERE type = 'table'")
    const tables = new Set(names.map((row) => fieldOf(row, 'name')))
    if (!Object.keys(columns).every((table) => tables.has(table)))
      throw new NotAnExport(importErrorText('notExport', { system }))
    let last = ''
    const limit = { rowsLeft: (await stat(copy)).size }
    for (const [table, names] of Object.entries(columns)) {
      try {
        for (const values of rowsOf(database, table, names, limit)) {
          last = textOf(values.id)
          yield convert(new Row(values, `comment ${last}`, options), table)
        }
      } catch (cause) {
        const note = importErrorText('damaged')
        if (last === '') throw new NotAnExport(note, { cause })
        yield lossRecord('broken-record', `after comment ${last}`, note, [])
      }
    }
  } catch (error) {
    if (error instanceof NotAnExport || (error instanceof Error && 'code' in error)) throw error
    throw new NotAnExport(importErrorText('damaged'), { cause: error })
  } finally {
    database?.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeCopy(file: SourceFile, copy: string): Promise<void> {
  await pipeline(file.open(), createWriteStream(copy, { flags: 'wx', mode: 0o600 }))
  const handle = await open(copy, 'r+')
  // Bytes 18 and 19 make SQLite look for a write-ahead log. The log would be a separate file, which
  // is missing here, and the WebAssembly build could not open it.
  try {
    await handle.write(Uint8Array.of(1, 1), 0, 2, 18)
  } finally {
    await handle.close()
  }
}

async function openCopy(copy: string): Promise<Database> {
  // Imported on demand, because loading it compiles a megabyte of WebAssembly. The package is
  // CommonJS, whose names Node.js does not detect.
  const { default: sqlite } = await import('node-sqlite3-wasm')
  const database = new sqlite.Database(copy, { readOnly: true })
  // `writable_schema` makes SQLite open truncated files; the database stays read-only.
  database.exec(
    'PRAGMA writable_schema = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON',
  )
  return database
}

/** This build of SQLite reads only UTF-8. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Reads the rows of a table. Returns text completely, even if it contains U+0000. Generated columns
 * are left out, because a file could make them arbitrarily expensive.
 */
function* rowsOf(
  database: Database,
  table: string,
  columns: readonly string[],
  limit: { rowsLeft: number },
): Generator<Record<string, unknown>> {
  const existing = database
    .all('SELECT lower(name) AS name FROM pragma_table_info(?)', table)
    .map((row) => fieldOf(row, 'name'))
  // The package truncates text, but not bytes, at U+0000.
  const selected = columns
    .filter((name) => existing.includes(name.toLowerCase()))
    .map((name) => `iif(typeof("${name}") = 'text', CAST("${name}" AS BLOB), "${name}") "${name}"`)
  const statement = database.prepare(`SELECT ${selected.join(', ') || '1'} FROM "${table}"`)
  try {
    for (const row of statement.iterate()) {
      // The pages of a hostile file can repeat the same rows almost without end.
      if (limit.rowsLeft-- === 0) throw new Error('it has more rows than the file has bytes')
      yield Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          value instanceof Uint8Array ? decoder.decode(value) : value,
        ]),
      )
    }
  } finally {
    statement.finalize()
  }
}
