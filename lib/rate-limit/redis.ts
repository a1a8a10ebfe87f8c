import 'server-only'
import { createClient } from '@redis/client'
import { Redis } from '@upstash/redis'

/** A Redis server; with a token, one that speaks Upstash's REST protocol. */
export type RedisConnection = { url: string; token?: string }

/** Runs a Lua script on a Redis server. Rejects while the server is unavailable. */
export type Evaluate = (script: string, keys: string[], args: number[]) => Promise<unknown>

const connectTimeoutMs = 1_000
const reconnectMs = 500
const restTimeoutMs = 5_000

/** Returns a function that runs Lua scripts on the server of a connection. */
export function evaluateOn({ url, token }: RedisConnection): Evaluate {
  return token === undefined ? redisOverTcp(url) : redisOverRest(url, token)
}

function redisOverRest(url: string, token: string): Evaluate {
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

const connections = new Map<string, Evaluate>()

/** Uses one connection per process and URL, which reconnects by itself. */
function redisOverTcp(url: string): Evaluate {
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
    // EVALSHA may need a second round trip, and there is time for one.
    return client.eval(script, { keys, arguments: args.map(String) })
  }
  connections.set(url, evaluate)
  return evaluate
}
