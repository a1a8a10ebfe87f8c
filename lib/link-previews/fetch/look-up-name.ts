import 'server-only'
import { promises as dns } from 'node:dns'
import { Semaphore } from '@/lib/concurrency/semaphore'
import { waitFor } from '@/lib/concurrency/wait-for'

/** Returns all addresses of a name, in any order. Rejects if it has none. */
export type Lookup = (name: string, signal: AbortSignal) => Promise<string[]>

/** The time limit of one query to one server; each query is sent at most twice. */
const queryTimeoutMs = 1_500

/**
 * Limits concurrent calls of `dns.lookup`. Each blocks one of libuv's four threads, which files,
 * compression and database connections also need. No signal can free a thread, so a few names
 * without a responding server would stall the whole process.
 */
const lookupSlots = new Semaphore(2)

/**
 * Returns the addresses of a name as this machine resolves it, including its hosts file. Used for
 * origins that the owner has allowed.
 */
export async function lookUpLocally(name: string, signal: AbortSignal): Promise<string[]> {
  const answers = lookupSlots.run(signal, () => dns.lookup(name, { all: true }))
  return (await waitFor(answers, signal)).map(({ address }) => address)
}

/** Error codes of a machine without a usable DNS server, which resolves names in another way. */
const noServerCodes = ['ECONNREFUSED', 'EBADRESP', 'ENOTIMP']

function hasNoServer(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && noServerCodes.includes(String(reason.code))
}

/**
 * Returns the IPv4 and IPv6 addresses of a name from the DNS. Uses sockets instead of threads, so
 * slow names block nothing else. Ignores hosts files and search domains, which only know internal
 * names.
 */
export async function lookUpPublicly(name: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new dns.Resolver({ timeout: queryTimeoutMs, tries: 2 })
  // A new resolver starts with the system's servers. Use those configured for this process.
  resolver.setServers(dns.getServers())
  const answers = await waitFor(
    Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]),
    signal,
  )
  const addresses = answers.flatMap((answer) => ('value' in answer ? answer.value : []))
  if (addresses.length > 0) return addresses
  const reasons = answers.flatMap((answer) => ('reason' in answer ? [answer.reason] : []))
  if (reasons.every(hasNoServer)) return lookUpLocally(name, signal)
  throw reasons[0]
}
