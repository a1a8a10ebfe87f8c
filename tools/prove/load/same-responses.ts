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
  const differing = [...older].filter(([request, { status, json }]) => {
    const now = later.get(request)
    return status >= 300 || now?.status !== status || !includesAllOf(now.json, json)
  })
  const differences = differing
    .slice(0, 2)
    .map(([request, before]) =>
      `${request}: ${JSON.stringify(before)} → ${JSON.stringify(later.get(request))}`.slice(0, 600),
    )
  findings.expect(
    differing.length === 0,
    `the current version responds differently to ${differing.length} of ${older.size} requests: ` +
      differences.join(' '),
  )
}
