import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { asNewClient } from '@/test/new-client'
import type { Scene } from '@/tools/prove/scene'
import { Latencies } from './latencies'
import { type Entry, type Ledger, proverName } from './ledger'
import { type HttpResult, sendRequest, wasConnectionRefused } from './send-request'

export type LoadResponse = {
  at: number
  kind: 'read' | Entry['kind']
  address: string
} & HttpResult

type Options = {
  clients: number
  slugs: string[]
  ledger: Ledger
  /** Called with every response, including failures. */
  onResponse?: (response: LoadResponse) => void
  /**
   * Retries unacknowledged writes with the same key, up to `times` times, after `afterMs`
   * milliseconds.
   */
  retry?: { times: number; afterMs: number }
  /** The number of views and comments per 100 requests; the rest are reads. */
  mix?: { views: number; comments: number }
  /** The pause of a client between its requests, in milliseconds. */
  pauseMs?: number
  /** Addresses that readers request as often as each of the usual ones. */
  moreReads?: string[]
}

export type Load = {
  latencies: Latencies
  /** The number of responses by status; 0 is a failed response. */
  statuses: Map<number, number>
  requests: () => number
  /**
   * Resolves when every client has the response to its last request.
   * @throws the error of a client
   */
  stop: () => Promise<void>
}

/** The pause before the next request after a failure, in milliseconds. */
const pauseAfterFailureMs = 50

const hasFailed = ({ status }: HttpResult) => status === 0 || status >= 500

/** The addresses that readers usually request. */
const usualReads = [
  (slug: string) => `/api/comments?slug=${slug}`,
  (slug: string) => `/api/views?slug=${slug}`,
  (slug: string) => `/posts/${slug}`,
  () => '/',
]

/**
 * Starts clients that send requests, by default without a pause, and 90 reads to 5 views and 5
 * comments. Each write has a unique key and is recorded in the ledger before the client continues.
 */
export function startLoad(scene: Scene, url: string, options: Options): Load {
  const {
    clients,
    slugs,
    ledger,
    onResponse,
    retry = { times: 0, afterMs: 0 },
    mix = { views: 5, comments: 5 },
    pauseMs = 0,
    moreReads = [],
  } = options
  const reads = [...usualReads, ...moreReads.map((address) => () => address)]
  const latencies = new Latencies()
  const statuses = new Map<number, number>()
  let stopped = false
  let isAbandoned = false

  const report = (kind: LoadResponse['kind'], address: string, response: HttpResult) => {
    latencies.add(response.tookMs)
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    onResponse?.({ at: performance.now(), kind, address, ...response })
  }

  const write = async (kind: Entry['kind'], slug: string, record: (entry: Entry) => void) => {
    const key = randomUUID()
    const headers = { 'idempotency-key': key, ...asNewClient() }
    const json =
      kind === 'view'
        ? { slug }
        : { slug, author_name: proverName, content: `A comment with its key: ${key}` }
    for (let tries = 0; tries <= retry.times && !isAbandoned; tries++) {
      const address = `/api/${kind}s`
      const response = await sendRequest(url + address, { json, headers })
      record({
        kind,
        key,
        at: Date.now(),
        status: response.status,
        ...(wasConnectionRefused(response) && { isUnsent: true }),
      })
      report(kind, address, response)
      if (!hasFailed(response)) return
      await setTimeout(tries < retry.times ? retry.afterMs : pauseAfterFailureMs)
    }
  }

  const read = async (address: string) => {
    const response = await sendRequest(url + address)
    report('read', address, response)
    if (hasFailed(response)) await setTimeout(pauseAfterFailureMs)
  }

  const work = async (client: number) => {
    const record = ledger.openFor(client, scene)
    for (let turn = client; !stopped; turn++) {
      const slug = slugs[(turn * 7 + client) % slugs.length] ?? ''
      // 37 and 100 are coprime, so each kind of request is evenly distributed.
      const place = (turn * 37) % 100
      if (place < mix.views) await write('view', slug, record)
      else if (place < mix.views + mix.comments) await write('comment', slug, record)
      else await read((reads[turn % reads.length] ?? (() => '/'))(slug))
      if (pauseMs > 0) await setTimeout(pauseMs)
    }
  }

  // Uses allSettled, because an error of a client is reported by `stop` and must not end other
  // parts before that.
  const finished = Promise.allSettled(Array.from({ length: clients }, (_, client) => work(client)))
  const stop = async () => {
    stopped = true
    const broken = (await finished).find(({ status }) => status === 'rejected')
    if (broken?.status === 'rejected') throw broken.reason
  }
  // Stops before the ledger file is closed, in case the part fails. Writes not yet acknowledged are
  // not retried.
  scene.onEnd(() => {
    isAbandoned = true
    return stop()
  })
  return { latencies, statuses, requests: () => latencies.count, stop }
}
