import 'server-only'
import { Semaphore } from '@/lib/concurrency/semaphore'
import { query } from '@/lib/db/client'

/** Of the ten connections to the database. The rest are for those who read posts, comments and views. */
const places = new Semaphore(4)

/**
 * `query`, for what strangers can ask for by the hundred: hundreds of targets that are slow end at once, and each has a
 * row to write. They wait here, not for a connection, where everybody else would wait behind them.
 */
export function limitedQuery<T>(work: Parameters<typeof query<T>>[0]): Promise<T> {
  return places.hold(undefined, () => query(work))
}
