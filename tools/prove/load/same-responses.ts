import type { Findings } from '@/tools/prove/part'

/** The API responses of a blog, by request. */
export type ApiResponses = Map<string, { status: number; json: unknown }>

/**
 * Returns true if a later response has all values of the older one. It may add fields but no array
 * items.
 */
function includesAllOf(later: unknown, older: unknown): boolean {
  if (typeof older !== 'object' || older === null || typeof later !== 'object' || later === null)
    return later === older
  if (Array.isArray(older) && (!Array.isArray(later) || later.length !== older.length)) return false
  const known = new Map(Object.entries(later))
  return Object.entries(older).every(
    ([name, value]) => known.has(name) && includesAllOf(known.get(name), value),
  )
}

/**
 * @param older responses that must all be successful, because two versions with equal errors prove
 * nothing
 */
export function expectSameResponses(
  findings: Findings,
  older: ApiResponses,
  later: ApiResponses,
): void {
  const otherwise = [...older].filter(([asked, { status, json }]) => {
    const now = later.get(asked)
    return status >= 300 || now?.status !== status || !includesAllOf(now.json, json)
  })
  const told = otherwise
    .slice(0, 2)
    .map(([asked, was]) =>
      `${asked}: ${JSON.stringify(was)} → ${JSON.stringify(later.get(asked))}`.slice(0, 600),
    )
  findings.expect(
    otherwise.length === 0,
    `today’s version answers ${otherwise.length} of ${older.size} otherwise: ${told.join(' ')}`,
  )
}
