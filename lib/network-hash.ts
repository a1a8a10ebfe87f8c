import 'server-only'
import { createHmac, randomBytes } from 'node:crypto'
import { query } from '@/lib/db'

type Salt = { day: string; salt: Uint8Array }

/** Salts never change once they are drawn: each process reads one a day, and forgets it when it is of no use any more. */
const known = new Map<string, Uint8Array>()
/** The day for which the days around it have been read too. */
let readAround = ''

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
  known.set(day, row.salt)
  return row.salt
}

/**
 * The salts under which something may have been seen within 24 hours: of the day, and of the day before it. One of a
 * day to come is looked under too: a clock that was set back had drawn it.
 */
async function saltsAround(at: Date): Promise<[Salt, ...Salt[]]> {
  const [today, yesterday] = [dayOf(at.getTime()), dayOf(at.getTime() - dayMs)]
  const salt = await saltOf(today)
  if (readAround !== today) {
    const rows = await query((client) => client.$queryRaw<Salt[]>`SELECT day::text, salt FROM daily_salts WHERE day >= ${yesterday}::date`)
    for (const day of known.keys()) if (day < yesterday) known.delete(day)
    for (const row of rows) known.set(row.day, row.salt)
    readAround = today
  }
  const others = [...known].filter(([day]) => day >= yesterday && day !== today)
  return [{ day: today, salt }, ...others.map(([day, salt]) => ({ day, salt }))]
}

/**
 * A network (an address, or the /64 of one, as `clientAddress` says) under the salt of a day: HMAC-SHA-256 in
 * base64url. Nothing leads back from it once the salt is gone, after 48 hours.
 * @throws DatabaseAway
 */
export async function networkHash(network: string, at = new Date()): Promise<string> {
  return hash(await saltOf(dayOf(at.getTime())), network)
}

/** The hashes under which a network may have been seen within 48 hours: today's first. */
export async function recentNetworkHashes(network: string, at = new Date()): Promise<string[]> {
  const salts = await query(
    (client) => client.$queryRaw<Salt[]>`
      SELECT day::text, salt FROM daily_salts WHERE day >= ${dayOf(at.getTime() - 2 * dayMs)}::date ORDER BY day DESC`,
  )
  return salts.map(({ salt }) => hash(salt, network))
}

/**
 * Texts under each salt under which they may have been seen within 24 hours.
 * @returns a list of hashes a salt, the day's own first, in the order of the texts: HMAC-SHA-256 cut to 128 bits, as a UUID
 * is written without its dashes
 * @throws DatabaseAway
 */
export async function hashUnderSalts(texts: string[], at = new Date()): Promise<[Hashes, ...Hashes[]]> {
  const [own, ...others] = await saltsAround(at)
  const under = ({ day, salt }: Salt): Hashes => ({
    day,
    hashes: texts.map((text) => createHmac('sha256', salt).update(text).digest('hex').slice(0, 32)),
  })
  return [under(own), ...others.map(under)]
}

/** What texts come to under the salt of one UTC day. */
export type Hashes = { day: string; hashes: string[] }

/**
 * Deletes the salts that have lived for 48 hours. What was hashed under them leads nowhere from then on.
 * @returns how many
 * @throws DatabaseAway
 */
export async function deleteOldSalts(at = new Date()): Promise<number> {
  return query((client) => client.$executeRaw`DELETE FROM daily_salts WHERE day < ${dayOf(at.getTime() - dayMs)}::date`)
}

function hash(salt: Uint8Array, network: string): string {
  return createHmac('sha256', salt).update(network).digest('base64url')
}
