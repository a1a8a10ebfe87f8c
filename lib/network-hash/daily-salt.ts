import 'server-only'
import { randomBytes } from 'node:crypto'
import { query } from '@/lib/db/client'
import { dayOf } from '@/lib/text/day'

/** A random salt of one UTC day, `2025-10-20`: what readers are known by is hashed under it, and leads nowhere once it is gone. */
export type DailySalt = { day: string; salt: Uint8Array }

/** Salts never change once they are drawn: each process reads one a day, and forgets it when it is of no use any more. */
const known = new Map<string, Uint8Array>()
/** The day for which those of the days around it have been read too. */
let readAround = ''

/** What somebody was known by is looked for under the salts of so many days before. */
const daysBack = 2

/**
 * The salt of the day; the first who asks draws it, for all processes.
 * @throws DatabaseUnavailable
 */
export async function saltOf(at: Date): Promise<DailySalt> {
  const day = dayOf(at)
  const kept = known.get(day)
  if (kept) return { day, salt: kept }
  const [row] = await query(
    (client) => client.$queryRaw<{ salt: Uint8Array }[]>`
      WITH drawn AS (
        INSERT INTO daily_salts (day, salt) VALUES (${day}::date, ${randomBytes(32)}) ON CONFLICT DO NOTHING RETURNING salt
      )
      SELECT salt FROM drawn UNION ALL SELECT salt FROM daily_salts WHERE day = ${day}::date LIMIT 1`,
  )
  // Somebody drew it between the two looks of this one statement: now it is there.
  if (!row) return saltOf(at)
  known.set(day, row.salt)
  return { day, salt: row.salt }
}

/**
 * The salt of the day, and those of the two days before it that are there, newest first. One of a day to come is among
 * them too: a clock that was set back had drawn it. They are read once a day.
 * @throws DatabaseUnavailable
 */
export async function saltsAround(at: Date): Promise<[DailySalt, ...DailySalt[]]> {
  const own = await saltOf(at)
  const oldest = dayOf(at, -daysBack)
  if (readAround !== own.day) {
    const rows = await query(
      (client) =>
        client.$queryRaw<
          DailySalt[]
        >`SELECT day::text, salt FROM daily_salts WHERE day >= ${oldest}::date`,
    )
    for (const { day, salt } of rows) known.set(day, salt)
    for (const day of known.keys()) if (day < oldest) known.delete(day)
    readAround = own.day
  }
  const others = [...known].filter(([day]) => day >= oldest && day !== own.day)
  return [
    own,
    ...others.map(([day, salt]) => ({ day, salt })).sort((a, b) => (a.day < b.day ? 1 : -1)),
  ]
}
