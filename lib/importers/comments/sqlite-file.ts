import 'server-only'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from 'node-sqlite3-wasm'
import { fieldOf, textOf } from './source-fields'
import type { SourceFile, SourceHead, SourceRecord } from './source-record'
import { NotAnExport } from './source-record'

/** A row's values by column. Columns that the table does not have are absent. */
export type SqliteRow = Record<string, unknown>

/** The start of each SQLite file (https://www.sqlite.org/fileformat.html#magic_header_string). */
const magic = new TextEncoder().encode('SQLite format 3\0')

/** Returns true for the start of a SQLite database. */
export const isSqlite = ({ bytes }: SourceHead): boolean =>
  magic.every((byte, index) => bytes[index] === byte)

/** A SQLite database, read from a temporary copy. */
export type SqliteFile = {
  tables: ReadonlySet<string>
  /**
   * Reads rows in the order of the file. Text arrives complete, even if it contains U+0000.
   * Generated columns are left out, since the file could make them arbitrarily expensive.
   */
  rows: (table: string, columns: readonly string[]) => Generator<SqliteRow>
  /**
   * Returns the damage at which `rows` had to stop.
   * @param last the id of the last comment that was read; empty if there was none
   * @throws NotAnExport if there is damage and no comment was read
   */
  losses: (last: string) => SourceRecord[]
  close: () => Promise<void>
}

/**
 * Copies a database to a private temporary file and opens it. SQLite uses a few megabytes of memory
 * for files of any size. Always call `close`, which deletes the copy.
 * @throws NotAnExport if it is not a SQLite database
 */
export async function openSqlite(file: SourceFile): Promise<SqliteFile> {
  const folder = await mkdtemp(path.join(tmpdir(), 'afterword-import-'))
  const removeCopy = () => rm(folder, { recursive: true, force: true })
  try {
    const copy = path.join(folder, 'copy.db')
    await writeCopy(file, copy)
    // Imported on demand, because loading it compiles a megabyte of WebAssembly. The package is
    // CommonJS, whose names Node.js does not detect.
    const { default: sqlite } = await import('node-sqlite3-wasm')
    const database = new sqlite.Database(copy, { readOnly: true })
    try {
      return describe(database, removeCopy)
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    await removeCopy()
    if (error instanceof NotAnExport || (error instanceof Error && 'code' in error)) throw error
    throw new NotAnExport(`this SQLite database is damaged: copy it again (${messageOf(error)})`)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function writeCopy(file: SourceFile, copy: string): Promise<void> {
  const handle = await open(copy, 'wx', 0o600)
  try {
    let size = 0
    for await (const chunk of file.open()) {
      await handle.writeFile(chunk)
      size += chunk.length
    }
    // Bytes 18 and 19 tell SQLite to look for a write-ahead log, which a single file cannot bring
    // along, and which the WebAssembly build cannot open.
    if (size >= 100) await handle.write(Uint8Array.of(1, 1), 0, 2, 18)
  } finally {
    await handle.close()
  }
}

function describe(database: Database, removeCopy: () => Promise<void>): SqliteFile {
  // `writable_schema` makes SQLite open truncated files; the database stays read-only.
  database.exec(
    'PRAGMA writable_schema = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON',
  )
  const names = (sql: string, value?: string) =>
    database.all(sql, value).map((row) => textOf(fieldOf(row, 'name')))
  const tables = new Set(names("SELECT name FROM sqlite_schema WHERE type = 'table'"))
  // This build of SQLite reads UTF-8 only.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const damage: string[] = []

  function* rows(table: string, columns: readonly string[]): Generator<SqliteRow> {
    try {
      const existing = new Set(names('SELECT lower(name) AS name FROM pragma_table_info(?)', table))
      // The package ends text at U+0000, but not bytes.
      const selected = columns
        .filter((column) => existing.has(column.toLowerCase()))
        .map(
          (column) => `iif(typeof("${column}") = 'text', CAST("${column}" AS BLOB), "${column}")
          AS "${column}"`,
        )
      const statement = database.prepare(`SELECT ${selected.join(', ') || '1'} FROM "${table}"`)
      try {
        for (const row of statement.iterate())
          yield Object.fromEntries(
            Object.entries(row).map(([name, value]) => [
              name,
              value instanceof Uint8Array ? decoder.decode(value) : value,
            ]),
          )
      } finally {
        statement.finalize()
      }
    } catch (error) {
      damage.push(`the table ${table} is damaged: ${messageOf(error)}`)
    }
  }

  const losses = (last: string) => {
    if (damage.length > 0 && last === '')
      throw new NotAnExport(`${damage[0]}: copy the database again`)
    return damage.map((note): SourceRecord => {
      const place = `after comment ${last}`
      return { kind: 'loss', loss: { reason: 'broken-record', ids: [], place, note } }
    })
  }
  const close = async () => {
    try {
      database.close()
    } finally {
      await removeCopy()
    }
  }
  return { tables, rows, losses, close }
}
