import { type NameServer, serveNames, type Zone } from '@/test/link-previews/serve-names'

/** Public, and somebody's, who is not to hear of it: nothing is asked of these names unless a route refuses it (`refuseRoute`). */
export const innocentAddress = '11.0.0.1'

export type FlippingNames = NameServer & {
  /** How often a name like `flip-7` was answered otherwise than the time before. */
  flips: () => number
}

/**
 * A DNS whose names lead to a public address and to this machine by turns, a turn for each family: whoever asks twice
 * is told otherwise the second time.
 *
 * @param others what any other name leads to
 */
export async function serveFlippingNames(others: Zone): Promise<FlippingNames> {
  const turns = new Map<string, number>()
  const wasInnocent = new Map<string, boolean>()
  let flips = 0
  const names = await serveNames((name) => {
    if (!name.startsWith('flip-')) return others(name)
    const turn = turns.get(name) ?? 0
    turns.set(name, turn + 1)
    // Two questions make a look-up. A third of the names change between the two; the others begin with either.
    const kind = Number(name.slice(5).split('.', 1)[0]) % 3
    const isInnocent = kind === 2 ? turn % 2 === 0 : Math.floor(turn / 2) % 2 === kind
    if (wasInnocent.get(name) === !isInnocent) flips += 1
    wasInnocent.set(name, isInnocent)
    return isInnocent ? [innocentAddress] : ['127.0.0.1', '::1', '169.254.169.254']
  })
  return { ...names, flips: () => flips }
}
