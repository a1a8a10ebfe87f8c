import 'server-only'
import { Semaphore } from '@/lib/concurrency/semaphore'
import { query } from '@/lib/db/client'

/**
 * Limits these queries to four of the ten database connections. The rest serve posts, comments and
 * views.
 */
const connectionSlots = new Semaphore(4)

/**
 * Runs `query` for requests that anonymous visitors can trigger by the hundred. Hundreds of slow
 * fetches can end at once, each with a row to write. They wait here rather than for a connection,
 * so that they do not delay other queries.
 */
export function limitedQuery<T>(work: Parameters<typeof query<T>>[0]): Promise<T> {
  return connectionSlots.hold(undefined, () => query(work))
}
