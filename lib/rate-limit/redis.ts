import 'server-only'
import { createClient } from '@redis/client'
import type { Evaluate } from './shared-log'

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
    socket: { connectTimeout: 1_000, reconnectStrategy: 500 },
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
