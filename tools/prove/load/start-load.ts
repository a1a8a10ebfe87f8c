import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { asNewClient } from '@/test/new-client'
import type { Scene } from '@/tools/prove/scene'
import { type Answer, ask, wasRefused } from './ask'
import { Latencies } from './latencies'
import { type Entry, type Ledger, proverName } from './ledger'

export type Told = { at: number; kind: 'read' | Entry['kind']; address: string } & Answer

type Options = {
  clients: number
  slugs: string[]
  ledger: Ledger
  /** Hears of every answer, a broken one too. */
  told?: (answer: Told) => void
  /** What a write that was not acknowledged is sent again with: the same key, after this long, up to this often. */
  retry?: { times: number; afterMs: number }
  /** How many of 100 requests are which; the rest are reads. */
  mix?: { views: number; comments: number }
}

export type Load = {
  latencies: Latencies
  /** How often each status came; 0 is an answer that broke off. */
  statuses: Map<number, number>
  requests: () => number
  /**
   * Resolves when every client has had the answer to its last request.
   * @throws what a client broke by
   */
  stop: () => Promise<void>
}

/** Whoever was told nothing, or to come back later, waits so long before he asks again. */
const pauseAfterFaultMs = 50

const isFault = ({ status }: Answer) => status === 0 || status >= 500

/** What readers ask for. */
const reads = [
  (slug: string) => `/api/comments?slug=${slug}`,
  (slug: string) => `/api/views?slug=${slug}`,
  (slug: string) => `/posts/${slug}`,
  () => '/',
]

/**
 * Clients that ask without a pause, 90 reads to 5 views and 5 comments. Each write has a key of its own and is noted in the ledger before the client goes on.
 */
export function startLoad(scene: Scene, url: string, options: Options): Load {
  const {
    clients,
    slugs,
    ledger,
    told,
    retry = { times: 0, afterMs: 0 },
    mix = { views: 5, comments: 5 },
  } = options
  const latencies = new Latencies()
  const statuses = new Map<number, number>()
  let [stopped, isGivenUp] = [false, false]

  const tell = (kind: Told['kind'], address: string, answer: Answer) => {
    latencies.add(answer.tookMs)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    told?.({ at: performance.now(), kind, address, ...answer })
  }

  const write = async (kind: Entry['kind'], slug: string, note: (entry: Entry) => void) => {
    const key = randomUUID()
    const headers = { 'idempotency-key': key, ...asNewClient() }
    const json =
      kind === 'view'
        ? { slug }
        : { slug, author_name: proverName, content: `What one thinks of it, and a key: ${key}` }
    for (let tries = 0; tries <= retry.times && !isGivenUp; tries++) {
      const address = `/api/${kind}s`
      const answer = await ask(url + address, { json, headers })
      note({
        kind,
        key,
        at: Date.now(),
        status: answer.status,
        ...(wasRefused(answer) && { isUnheard: true }),
      })
      tell(kind, address, answer)
      if (!isFault(answer)) return
      await setTimeout(tries < retry.times ? retry.afterMs : pauseAfterFaultMs)
    }
  }

  const read = async (address: string) => {
    const answer = await ask(url + address)
    tell('read', address, answer)
    if (isFault(answer)) await setTimeout(pauseAfterFaultMs)
  }

  const work = async (client: number) => {
    const note = ledger.openFor(client, scene)
    for (let turn = client; !stopped; turn++) {
      const slug = slugs[(turn * 7 + client) % slugs.length] ?? ''
      // 37 has no factor in common with 100: each kind comes evenly spread.
      const place = (turn * 37) % 100
      if (place < mix.views) await write('view', slug, note)
      else if (place < mix.views + mix.comments) await write('comment', slug, note)
      else await read((reads[turn % reads.length] ?? (() => '/'))(slug))
    }
  }

  // Settled, and not all: a client that breaks is told of by whoever stops the load, and ends no other part before that.
  const working = Promise.allSettled(Array.from({ length: clients }, (_, client) => work(client)))
  const stop = async () => {
    stopped = true
    const broken = (await working).find(({ status }) => status === 'rejected')
    if (broken?.status === 'rejected') throw broken.reason
  }
  // Before what it notes its answers in is closed, where a part ends by a fault: what is not acknowledged then stays so.
  scene.onEnd(() => {
    isGivenUp = true
    return stop()
  })
  return { latencies, statuses, requests: () => latencies.count, stop }
}
