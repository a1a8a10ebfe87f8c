import 'server-only'
import { randomBytes } from 'node:crypto'
import { query } from '@/lib/db/client'
import { dayOf } from '@/lib/text/day'

/**
 * A random salt of one UTC day (`2025-10-20`). Readers are identified only by hashes with this
 * salt, which lead nowhere once it is deleted.
 */
export type DailySalt = { day: string; salt: Uint8Array }

/** Salts never change, so each process reads each one once, and drops it when it is out of date. */
const known = new Map<string, Uint8Array>()
/** The day for which the salts of the days before have been read. */
let recentReadFor = ''

/** Number of previous days whose salts are also used to recognise readers. */
const daysBack = 2

/**
 * Returns the salt of a day. The first caller creates it for all processes.
 * @throws DatabaseUnavailable
 */
export async function saltOf(at: Date): Promise<DailySalt> {
  const day = dayOf(at)
  const kept = known.get(day)
  if (kept) return { day, salt: kept }
  const [row] = await query(
    (client) => client.$queryRaw<{ salt: Uint8Array }[]>`
      WITH created AS (
        INSERT INTO daily_salts (day, salt) VALUES (${day}::date, ${randomBytes(32)})
          ON CONFLICT DO NOTHING RETURNING salt
      )
      SELECT salt FROM created
       UNION ALL
      SELECT salt FROM daily_salts WHERE day = ${day}::date LIMIT 1`,
  )
  // Another process created the salt during this statement, so it exists now.
  if (!row) return saltOf(at)
  known.set(day, row.salt)
  return { day, salt: row.salt }
}

/**
 * Returns the salt of a day and those of the two days before, newest first. They may include a
 * future day, if the clock was set back. Reads them once a day.
 * @throws DatabaseUnavailable
 */
export async function saltsAround(at: Date): Promise<[DailySalt, ...DailySalt[]]> {
  const own = await saltOf(at)
  const oldest = dayOf(at, -daysBack)
  if (recentReadFor !== own.day) {
    const rows = await query(
      (client) =>
        client.$queryRaw<
          DailySalt[]
        >`SELECT day::text, salt FROM daily_salts WHERE day >= ${oldest}::date`,
    )
    for (const { day, salt } of rows) known.set(day, salt)
    for (const day of known.keys()) if (day < oldest) known.delete(day)
    recentReadFor = own.day
  }
  const others = [...known].filter(([day]) => day >= oldest && day !== own.day)
  return [
    own,
    ...others.map(([day, salt]) => ({ day, salt })).sort((a, b) => (a.day < b.day ? 1 : -1)),
  ]
}
