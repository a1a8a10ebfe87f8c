import autocannon from 'autocannon'
import { median } from './quantile'

/** The user agent of an ordinary browser, which does not look like a bot. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const connections = 64
const roundSeconds = 3
const rounds = 5

let readers = 0

/** Returns a reader in a new network. A million readers are distinct before the first repeats. */
export function newReader(): { address: string; key: string } {
  readers += 1
  return {
    address: [10 + (readers >> 20), (readers >> 12) & 255, (readers >> 4) & 255, readers & 15].join(
      '.',
    ),
    key: `reader-${readers}`.padEnd(16, '-'),
  }
}

export function viewHeaders({
  address,
  key,
}: {
  address: string
  key?: string
}): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'x-forwarded-for': address,
    ...(key && { 'idempotency-key': key }),
  }
}

/** Returns POSTs per second for a slug over 64 connections, each from another reader. */
async function postThroughput(
  { url, slug, next = newReader }: Posted,
  seconds: number,
): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method: 'POST',
    body: JSON.stringify({ slug }),
    requests: [{ setupRequest: (request) => ({ ...request, headers: viewHeaders(next()) }) }],
  })
  if (result.non2xx > 0 || result.errors > 0) {
    const statuses = JSON.stringify(result.statusCodeStats)
    throw new Error(`${url}: not all responses were 2xx: ${statuses}, ${result.errors} failed`)
  }
  return result.requests.average
}

export type Posted = { url: string; slug: string; next?: () => { address: string; key?: string } }

/**
 * Returns the median throughputs of several addresses. Rounds alternate, so that other load on the
 * machine affects all equally.
 */
export async function compareWrites(writes: Posted[]): Promise<number[]> {
  const measured = writes.map((): number[] => [])
  for (let round = -1; round < rounds; round++) {
    for (const [index, posted] of writes.entries()) {
      const average = await postThroughput(posted, round < 0 ? 2 : roundSeconds)
      if (round >= 0) measured[index]?.push(average)
    }
  }
  return measured.map(median)
}
