import 'server-only'
import { createHmac, randomBytes } from 'node:crypto'
import { query } from '@/lib/db'

type Salt = { day: string; salt: Uint8Array }

/** Salts never change once they are drawn: each process reads one a day. */
const known = new Map<string, Uint8Array>()

const dayMs = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The salt of a UTC day; the first who asks draws it, for all processes. */
async function saltOf(day: string): Promise<Uint8Array> {
  const kept = known.get(day)
  if (kept) return kept
  const [row] = await query(
    (client) => client.$queryRaw<Salt[]>`
      WITH drawn AS (
        INSERT INTO daily_salts (day, salt) VALUES (${day}::date, ${randomBytes(32)}) ON CONFLICT DO NOTHING RETURNING salt
      )
      SELECT salt FROM drawn UNION ALL SELECT salt FROM daily_salts WHERE day = ${day}::date LIMIT 1`,
  )
  // Somebody drew it between the two looks of this one statement: now it is there.
  if (!row) return saltOf(day)
  keep(day, row.salt)
  return row.salt
}

/** Of the days that still count: a salt that is gone from the database is to be gone here too. */
function keep(day: string, salt: Uint8Array): void {
  known.set(day, salt)
  const oldest = dayOf(Date.parse(day) - 2 * dayMs)
  for (const other of known.keys()) if (other < oldest) known.delete(other)
}

/**
 * A network (an address, or the /64 of one, as `clientAddress` says) under the salt of a day: HMAC-SHA-256 in
 * base64url. Nothing leads back from it once the salt is gone, after 48 hours.
 * @throws DatabaseAway
 */
export async function networkHash(network: string, at = new Date()): Promise<string> {
  return hash(await saltOf(dayOf(at.getTime())), network)
}

/** The last day for which this process has looked for the salts of the days before it. */
let lookedFor = ''

/**
 * The hashes under which a network may have been seen within 48 hours: today's first. The salts are read once a day.
 * @throws DatabaseAway
 */
export async function recentNetworkHashes(network: string, at = new Date()): Promise<string[]> {
  const today = dayOf(at.getTime())
  const oldest = dayOf(at.getTime() - 2 * dayMs)
  await saltOf(today)
  if (lookedFor !== today) {
    const salts = await query(
      (client) => client.$queryRaw<Salt[]>`SELECT day::text, salt FROM daily_salts WHERE day >= ${oldest}::date AND day < ${today}::date`,
    )
    for (const { day, salt } of salts) known.set(day, salt)
    lookedFor = today
  }
  const days = [...known.keys()]
    .filter((day) => day >= oldest && day <= today)
    .sort()
    .reverse()
  return days.flatMap((day) => {
    const salt = known.get(day)
    return salt ? [hash(salt, network)] : []
  })
}

function hash(salt: Uint8Array, network: string): string {
  return createHmac('sha256', salt).update(network).digest('base64url')
}
