import autocannon from 'autocannon'
import { asNewClient, firefox } from '@/test/new-client'
import { median } from './quantile'

const connections = 16
/** The concurrent clients of `postThroughput`. */
export const writers = 32
const roundSeconds = 3
const rounds = 5

let client = 0

/**
 * Returns requests per second. Each request comes from another client, according to the trusted
 * proxy. Several addresses are requested in turn.
 */
async function throughput(
  urls: string | string[],
  headers: Record<string, string> = {},
  seconds = roundSeconds,
): Promise<number> {
  const addresses = [urls].flat().map((url) => new URL(url))
  const origin = addresses[0]?.origin ?? ''
  const paths = addresses.map(({ pathname, search }) => pathname + search)
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          client = (client + 1) % 16_777_216
          const address = `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`
          return {
            ...request,
            path: paths[client % paths.length] ?? '/',
            headers: { ...request.headers, ...headers, 'x-forwarded-for': address },
          }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${origin}${paths[0]}: ${result.non2xx} responses were not 200, ${result.errors} failed`,
    )
  return result.requests.average
}

/**
 * Returns the median throughputs of two addresses and their ratio. Rounds alternate, so that other
 * load on the machine affects both equally.
 * @param headers of requests to our address
 */
export async function compare(
  ours: string | string[],
  baseline: string | string[],
  headers: Record<string, string> = {},
): Promise<{ ours: number; baseline: number; ratio: number }> {
  await throughput(baseline, {}, 2)
  await throughput(ours, headers, 2)
  const [own, other]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    other.push(await throughput(baseline))
    own.push(await throughput(ours, headers))
  }
  return { ours: median(own), baseline: median(other), ratio: median(own) / median(other) }
}

let posts = 0

/**
 * Returns POSTs per second over 32 connections, each from a new client, and how many had the
 * expected status.
 * @param body of the nth request, so that no two are alike
 */
export async function postThroughput(
  url: string,
  body: (n: number) => string,
  status: number,
): Promise<{ perSecond: number; accepted: number }> {
  let accepted = 0
  const headers = { 'content-type': 'application/json', 'user-agent': firefox }
  const result = await autocannon({
    url,
    connections: writers,
    duration: roundSeconds,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          posts++
          return { ...request, headers: { ...headers, ...asNewClient() }, body: body(posts) }
        },
        onResponse: (responseStatus) => {
          if (responseStatus === status) accepted++
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} responses were not 2xx, ${result.errors} failed`)
  return { perSecond: result.requests.average, accepted }
}
