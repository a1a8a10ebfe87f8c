import autocannon from 'autocannon'

const connections = 16
const roundSeconds = 3
const rounds = 5

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

let client = 0

/** Requests a second, each from another client, as the trusted proxy says. */
export async function throughput(url: string, seconds = roundSeconds): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          client = (client + 1) % 16_777_216
          const address = `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`
          return { ...request, headers: { ...request.headers, 'x-forwarded-for': address } }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} answers were not 200, ${result.errors} failed`)
  return result.requests.average
}

/** The throughput of two addresses, in turns, so that what else the machine does falls on both: medians, and their ratio. */
export async function compare(ours: string, baseline: string): Promise<{ ours: number; baseline: number; ratio: number }> {
  await throughput(baseline, 2)
  await throughput(ours, 2)
  const [own, other]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    other.push(await throughput(baseline))
    own.push(await throughput(ours))
  }
  return { ours: median(own), baseline: median(other), ratio: median(own) / median(other) }
}
