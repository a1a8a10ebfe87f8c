import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { asNewClient } from '@/test/new-client'
import { type Entry, type Ledger, proverName } from '@/tools/prove/load/ledger'
import { type HttpResult, sendRequest, wasConnectionRefused } from '@/tools/prove/load/send-request'
import type { Scene } from '@/tools/prove/scene'
import type { RegisteredSite } from './registered-sites'
import { clientAddressHeader, type SiteWrite, siteWrite } from './site-writes'

/** The thread of each key; undefined for spoofed writes, which belong to none. */
export type NamedThreads = Map<string, string | undefined>

export type SiteLoad = {
  named: NamedThreads
  requests: () => number
  spoofed: () => number
  /** Unexpected responses, with their counts. */
  unexpected: Map<string, number>
  /** Resolves after at least this many writes, with the response to the last of each client. */
  stop: (turnsMin: number) => Promise<void>
}

/** Returns the status and the error code of a response. */
const describeResponse = ({ status, text }: HttpResult) =>
  `${status} ${/"code":"([a-z-]+)"/.exec(text)?.[1] ?? ''}`.trim()

const isFault = ({ status }: HttpResult) => status === 0 || status >= 500
/** Retries for longer than the server needs to restart. */
const retries = 20
const retryAfterMs = 500

/** Results allowed for every write, because the server may have been killed or busy. */
const unavailable = ['0', '503 database-unavailable', '500 target-too-slow']

function isExpected({ refusal, site }: SiteWrite, response: HttpResult): boolean {
  const result = describeResponse(response)
  if (wasConnectionRefused(response) || unavailable.includes(result)) return true
  if (refusal !== undefined) return result === refusal
  // The first site has a small quota of new pages.
  return ['200', '201'].includes(result) || (site === 0 && result === '429 page-quota')
}

/** Clients that constantly read from and write to all sites, some genuine and some spoofed. */
export function startSiteLoad(
  scene: Scene,
  url: string,
  { clients, sites, ledger }: { clients: number; sites: RegisteredSite[]; ledger: Ledger },
): SiteLoad {
  const named: NamedThreads = new Map()
  const unexpected = new Map<string, number>()
  let turns = 0
  let requests = 0
  let spoofed = 0
  let turnsMax = Number.POSITIVE_INFINITY
  let isGivenUp = false

  const tell = (write: SiteWrite, response: HttpResult) => {
    requests++
    if (write.refusal !== undefined) spoofed++
    if (isExpected(write, response)) return
    const words = `${write.what}: ${describeResponse(response)}`
    unexpected.set(words, (unexpected.get(words) ?? 0) + 1)
  }

  const send = async (write: SiteWrite, kind: Entry['kind'], record: (entry: Entry) => void) => {
    const key = randomUUID()
    named.set(key, write.thread)
    const { slug } = write
    const json =
      kind === 'view'
        ? { slug }
        : { slug, author_name: proverName, content: `A comment with its key: ${key}` }
    for (let tries = 0; tries <= retries && !isGivenUp; tries++) {
      // Each try comes from another network, so that no rate limit applies.
      const headers = {
        ...write.headers,
        ...('afterword-client-address' in write.headers && clientAddressHeader()),
        ...asNewClient(),
        'idempotency-key': key,
      }
      const response = await sendRequest(`${url}/api/${kind}s`, { json, headers })
      if (write.thread !== undefined)
        record({
          kind,
          key,
          at: Date.now(),
          status: response.status,
          ...(wasConnectionRefused(response) && { isUnsent: true }),
        })
      tell(write, response)
      if (!isFault(response) || write.refusal !== undefined) return
      await setTimeout(retryAfterMs)
    }
  }

  /** Reads a thread, which creates nothing, not even for a page that exists. */
  const read = async (slug: string) => {
    const query = `slug=${encodeURIComponent(slug)}`
    for (const name of ['threads', 'counts', 'comments', 'views'])
      await sendRequest(`${url}/api/${name}?${query}`)
    requests += 4
  }

  const work = async (client: number) => {
    const record = ledger.openFor(client, scene)
    while (turns < turnsMax && !isGivenUp) {
      const turn = turns++
      const write = siteWrite(turn, sites)
      await send(write, turn % 3 === 0 ? 'comment' : 'view', record)
      if (turn % 10 === 0) await read(`${sites[turn % sites.length]?.host}/fresh-${turn}`)
    }
  }

  const working = Promise.allSettled(Array.from({ length: clients }, (_, client) => work(client)))
  const stop = async (turnsMin: number) => {
    turnsMax = turnsMin
    const broken = (await working).find(({ status }) => status === 'rejected')
    if (broken?.status === 'rejected') throw broken.reason
  }
  scene.onEnd(() => {
    isGivenUp = true
    return stop(0)
  })
  return {
    named,
    unexpected,
    requests: () => requests,
    spoofed: () => spoofed,
    stop,
  }
}
