import 'server-only'
import { Redis } from '@upstash/redis'

/** URL and token of a Redis server with Upstash's REST protocol. */
export type RestConnection = { url: string; token: string }

/**
 * Creates a Redis client without retries or telemetry.
 * @param timeoutMs time in milliseconds after which a request is aborted and throws
 */
export function redisOverRest({ url, token }: RestConnection, timeoutMs: number): Redis {
  // With a signal in place of a function, the client would return the abort as a result.
  return new Redis({
    url,
    token,
    retry: false,
    enableTelemetry: false,
    signal: () => AbortSignal.timeout(timeoutMs),
  })
}
