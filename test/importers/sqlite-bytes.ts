import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sqlite from 'node-sqlite3-wasm'

/** Returns the bytes of a SQLite database that statements create. */
export function sqliteBytes(sql: string): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'sqlite-test-'))
  try {
    const file = path.join(folder, 'test.db')
    const database = new sqlite.Database(file)
    database.exec(sql)
    database.close()
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
