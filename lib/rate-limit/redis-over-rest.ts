import 'server-only'
import { Redis } from '@upstash/redis'

/** Where a Redis answers that speaks Upstash's REST protocol. */
export type RestConnection = { url: string; token: string }

/** @param patienceMs a question that nobody waits for any more ends then: it throws */
export function redisOverRest({ url, token }: RestConnection, patienceMs: number): Redis {
  // A signal that is no function would make an answer of the end.
  return new Redis({
    url,
    token,
    retry: false,
    enableTelemetry: false,
    signal: () => AbortSignal.timeout(patienceMs),
  })
}
