import 'server-only'
import { createClient } from '@redis/client'
import { Redis } from '@upstash/redis'
import type { Evaluate } from './shared-log'

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

const connectTimeoutMs = 1_000
const reconnectMs = 500

const connections = new Map<string, Evaluate>()

/**
 * Returns a function that runs Lua scripts on a Redis server, over one connection per process and
 * URL. While the server is unavailable, the function rejects, and the client reconnects.
 */
export function redisOverTcp(url: string): Evaluate {
  const known = connections.get(url)
  if (known) return known
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectTimeoutMs, reconnectStrategy: reconnectMs },
  })
  // The limiter reports the failure of each request.
  client.on('error', () => {})
  const connected = client.connect()
  connected.catch(() => {})
  const evaluate: Evaluate = async (script, keys, args) => {
    await connected
    return client.eval(script, { keys, arguments: args.map(String) })
  }
  connections.set(url, evaluate)
  return evaluate
}
