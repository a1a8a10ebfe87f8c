import 'server-only'
import { randomBytes } from 'node:crypto'
import { executeSql, query } from '@/lib/db/client'
import { dayOf } from '@/lib/text/day'

/**
 * A random salt of one UTC day (`2025-10-20`). Readers are identified only by hashes with this
 * salt, which cannot be reversed once it is deleted.
 */
export type DailySalt = { day: string; salt: Uint8Array }

/** The salts by the day for which they were read. Salts never change. */
let known: { day: string; salts: [DailySalt, ...DailySalt[]] } | undefined

/** Number of previous days whose salts are also used to recognise readers. */
const daysBack = 2

/**
 * Returns the salt of a day and those of the two days before, newest first. They may include a
 * future day, if the clock was set back. The first caller of a day creates its salt for all
 * processes; each process reads the salts once a day.
 * @throws DatabaseUnavailable
 */
export async function saltsAround(at: Date): Promise<[DailySalt, ...DailySalt[]]> {
  const day = dayOf(at)
  if (known?.day === day) return known.salts
  const salts = await query(async (client) => {
    await client.$executeRaw`
      INSERT INTO daily_salts (day, salt) VALUES (${day}::date, ${randomBytes(32)})
      ON CONFLICT DO NOTHING`
    return client.$queryRaw<[DailySalt, ...DailySalt[]]>`
      SELECT day::text, salt FROM daily_salts WHERE day >= ${dayOf(at, -daysBack)}::date
       ORDER BY day = ${day}::date DESC, day DESC`
  })
  known = { day, salts }
  return salts
}

/** Hours for which a network is recognised. After that, its hashes and their salts are deleted. */
export const networkKeptHours = 48

/**
 * Deletes salts that were used for no hash within the last 48 hours. From then on, nobody can
 * derive a network from the hashes.
 * @returns the number of deleted salts
 * @throws DatabaseUnavailable
 */
export function deleteOldSalts(at = new Date()): Promise<number> {
  const oldestDay = dayOf(at, -networkKeptHours / 24)
  return executeSql`DELETE FROM daily_salts WHERE day < ${oldestDay}::date`
}
