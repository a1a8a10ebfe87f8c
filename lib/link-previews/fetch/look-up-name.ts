import 'server-only'
import { promises as dns } from 'node:dns'
import { Semaphore } from '@/lib/concurrency/semaphore'
import { waitFor } from '@/lib/concurrency/wait-for'

/** All addresses of a name, in any order. Rejects where it has none. */
export type Lookup = (name: string, signal: AbortSignal) => Promise<string[]>

/** Of one question to one server; it is asked twice. */
const answerTimeoutMs = 1_500

/**
 * `dns.lookup` waits in one of libuv's four threads, which files, compression and the database's own connections need
 * too, and no signal gets a thread back: a few names that nobody answers for would stop the whole server.
 */
const threads = new Semaphore(2)

/** The addresses of a name as this machine knows it, its hosts file included: for the origins its owner named. */
export async function lookUpLocally(name: string, signal: AbortSignal): Promise<string[]> {
  const answers = threads.hold(signal, () => dns.lookup(name, { all: true }))
  return (await waitFor(answers, signal)).map(({ address }) => address)
}

/** Codes by which the DNS itself cannot be asked, on a machine that knows names in another way. */
const noServerCodes = new Set(['ECONNREFUSED', 'EBADRESP', 'ENOTIMP'])

function isWithoutServer(reason: unknown): boolean {
  return (
    reason instanceof Error &&
    'code' in reason &&
    typeof reason.code === 'string' &&
    noServerCodes.has(reason.code)
  )
}

/**
 * The addresses of a name from the DNS, both families, asked over sockets of our own: however many names are slow, they
 * hold up nothing else. Hosts files and search domains, which know inner names alone, have no say.
 */
export async function lookUpPublicly(name: string, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted()
  const resolver = new dns.Resolver({ timeout: answerTimeoutMs, tries: 2 })
  // A new resolver has the machine's servers, also where this process was told to ask others.
  resolver.setServers(dns.getServers())
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    )
    if (addresses.length > 0) return addresses
    const reasons = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason] : [],
    )
    if (reasons.every(isWithoutServer)) return await lookUpLocally(name, signal)
    throw reasons[0]
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
