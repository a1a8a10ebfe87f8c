import { createHash } from 'node:crypto'

/** More than the app has texts of SQL, and some tens of megabytes of each of PostgreSQL's processes at most. */
const namesMax = 1_000

/**
 * Names statements by their text, so that each is planned once a connection: PostgreSQL and node-postgres keep what has a name for as long as
 * the connection lasts. A search is worded as whoever asks words it, in ever new ways: after so many texts, others get no name
 * (the empty one, of which nothing is kept: https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY).
 *
 * @returns what names a statement
 */
export function nameStatements(max = namesMax): (statement: { sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined || names.size >= max) return known ?? ''
    const name = createHash('sha1').update(sql).digest('base64url')
    names.set(sql, name)
    return name
  }
}
