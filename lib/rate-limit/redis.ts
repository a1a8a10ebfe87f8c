import 'server-only'
import { createClient } from '@redis/client'
import { Redis } from '@upstash/redis'

/** A Redis server; with a token, one that speaks Upstash's REST protocol. */
export type RedisConnection = { url: string; token?: string }

/** Runs a Lua script on a Redis server. */
export type Evaluate = (script: string, keys: string[], args: number[]) => Promise<unknown>

/** Milliseconds. The limiter stops waiting much earlier. */
const restTimeoutMs = 5_000

const connections = new Map<string, Evaluate>()

/**
 * Returns a function that runs Lua scripts on a Redis server, over one connection per process and
 * URL. While the server is unavailable, the function rejects, and the client reconnects.
 */
export function redisScripts({ url, token }: RedisConnection): Evaluate {
  const known = connections.get(url)
  if (known) return known
  const evaluate = token === undefined ? overTcp(url) : overRest(url, token)
  connections.set(url, evaluate)
  return evaluate
}

function overRest(url: string, token: string): Evaluate {
  const redis = new Redis({
    url,
    token,
    retry: false,
    enableTelemetry: false,
    // With a signal in place of a function, the client would return the abort as a result.
    signal: () => AbortSignal.timeout(restTimeoutMs),
  })
  return (script, keys, args) => redis.eval(script, keys, args)
}

function overTcp(url: string): Evaluate {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 1_000, reconnectStrategy: 500 },
  })
  // The limiter reports the failure of each request.
  client.on('error', () => {})
  const connected = client.connect()
  connected.catch(() => {})
  return async (script, keys, args) => {
    await connected
    return client.eval(script, { keys, arguments: args.map(String) })
  }
}
