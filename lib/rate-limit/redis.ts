import 'server-only'
import { createClient } from '@redis/client'
import { z } from 'zod'

/** A Redis server; with a token, one that speaks Upstash's REST protocol. */
export type RedisConnection = { url: string; token?: string }

/** Sends a command and returns its reply. Rejects while the server is unavailable. */
type SendCommand = (command: string[]) => Promise<unknown>

/** Connects to a Redis server. While it is unavailable, the client reconnects. */
export const redisAt = ({ url, token }: RedisConnection): SendCommand =>
  token === undefined ? overTcp(url) : overRest(url, token)

/** The longest a request over REST may take, in milliseconds. */
const requestMs = 4_000

const answer = z.object({ result: z.unknown() })

/** Uses the REST protocol (https://upstash.com/docs/redis/features/restapi). */
const overRest =
  (url: string, token: string): SendCommand =>
  async (command) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(command),
      cache: 'no-store',
      signal: AbortSignal.timeout(requestMs),
    })
    if (!response.ok) throw new Error(`status ${response.status}: ${await response.text()}`)
    return answer.parse(await response.json()).result
  }

function overTcp(url: string): SendCommand {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 1_000, reconnectStrategy: 500 },
  })
  // The limiter reports the failure of each request.
  client.on('error', () => {})
  const connected = client.connect()
  connected.catch(() => {})
  return async (command) => {
    await connected
    return client.sendCommand(command)
  }
}
