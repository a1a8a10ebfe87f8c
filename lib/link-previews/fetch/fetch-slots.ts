import { Places } from '@/lib/concurrency/semaphore'

const inAll = new Places(32)
const hostPlacesMax = 4
const byHost = new Map<string, Places>()

/**
 * Runs one request when its turn comes: at most 32 at once in this process and 4 to one host.
 * @throws the signal's reason where it is aborted before
 */
export async function withFetchSlot<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const ofHost = byHost.get(host) ?? new Places(hostPlacesMax)
  byHost.set(host, ofHost)
  try {
    // First the host's: those who wait for a slow host must not hold places that others could use.
    return await ofHost.hold(signal, () => inAll.hold(signal, work))
  } finally {
    if (ofHost.isIdle && byHost.get(host) === ofHost) byHost.delete(host)
  }
}
