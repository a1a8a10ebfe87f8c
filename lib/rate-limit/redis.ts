import 'server-only'
import { createClient } from '@redis/client'
import { Redis } from '@upstash/redis'
import { z } from 'zod'

/** A Redis server; with a token, one that speaks Upstash's REST protocol. */
export type RedisConnection = { url: string; token?: string }

/** The longest a request over REST may take, in milliseconds. */
const requestMs = 5_000

const clients = new Map<string, Redis>()

/**
 * Returns the client of a Redis server; a process has one per server. While the server is
 * unavailable, commands are rejected and the client reconnects.
 */
export function redisAt({ url, token }: RedisConnection): Redis {
  const client = clients.get(url) ?? (token === undefined ? overTcp(url) : overRest(url, token))
  clients.set(url, client)
  return client
}

const overRest = (url: string, token: string): Redis =>
  new Redis({
    url,
    token,
    retry: false,
    enableTelemetry: false,
    // With a signal instead of a function, the client would return the abort as a result.
    signal: () => AbortSignal.timeout(requestMs),
  })

function overTcp(url: string): Redis {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 1_000, reconnectStrategy: 500 },
  })
  // The limiter reports the failure of each request.
  client.on('error', () => {})
  const connected = client.connect()
  connected.catch(() => {})
  return new Redis({
    async request<Result>({ body }: { body?: unknown }) {
      await connected
      return { result: await client.sendCommand<Result>(z.array(z.coerce.string()).parse(body)) }
    },
  })
}
