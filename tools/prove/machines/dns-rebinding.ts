import { type NameServer, serveNames, type Zone } from '@/test/link-previews/serve-names'

/**
 * A public address of a real host, which must not be contacted. Names resolve to it only while
 * a route blocks it (`refuseRoute`).
 */
export const publicAddress = '11.0.0.1'

export type RebindingDns = NameServer & {
  /** The number of responses that differ from the previous response for a name like `flip-7`. */
  flips: () => number
}

/**
 * Starts a DNS server whose `flip-` names alternate between a public address and this machine, per
 * address family. Repeated lookups therefore give different results.
 * @param others resolves all other names
 */
export async function serveRebindingNames(others: Zone): Promise<RebindingDns> {
  const turns = new Map<string, number>()
  const wasPublic = new Map<string, boolean>()
  let flips = 0
  const names = await serveNames((name) => {
    if (!name.startsWith('flip-')) return others(name)
    const turn = turns.get(name) ?? 0
    turns.set(name, turn + 1)
    // A lookup consists of two queries. A third of the names change between the two; the others
    // start with either result.
    const kind = Number(name.slice(5).split('.', 1)[0]) % 3
    const isPublic = kind === 2 ? turn % 2 === 0 : Math.floor(turn / 2) % 2 === kind
    if (wasPublic.get(name) === !isPublic) flips += 1
    wasPublic.set(name, isPublic)
    return isPublic ? [publicAddress] : ['127.0.0.1', '::1', '169.254.169.254']
  })
  return { ...names, flips: () => flips }
}
