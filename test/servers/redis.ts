import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createClient } from '@redis/client'
import { z } from 'zod'
import { startRedisServer } from './redis-server'

export type RedisOverRest = {
  url: string
  /** The address of the server itself, without the bridge. */
  redisUrl: string
  token: string
  /** The handler of the bridge; `serve` is the working one. A test may replace it. */
  behave: (listener: RequestListener) => void
  serve: RequestListener
  /** Closes the port and connections of the bridge, so that requests are refused. */
  refuse: () => Promise<void>
  /** Opens the same port again. */
  accept: () => Promise<void>
  /** Sends a command to redis-server directly. */
  command: (words: string[]) => Promise<unknown>
  /** The requests that reached the bridge. */
  requests: () => number
  stop: () => Promise<void>
}

const command = z.array(z.union([z.string(), z.number()]).transform(String))

/**
 * A real redis-server behind a bridge with the parts of Upstash's REST protocol that the blog uses.
 * A request is a command as a JSON array. The response is in `result`
 * (https://upstash.com/docs/redis/features/restapi).
 */
export async function startRedis(): Promise<RedisOverRest> {
  const redis = await startRedisServer()
  const client = await createClient({ url: redis.url }).connect()
  const token = 'token-of-the-bridge'
  const run = async (words: string[]) => {
    try {
      return { result: await client.sendCommand(words) }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }
  const answerCommands = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.authorization !== `Bearer ${token}`)
      return response.writeHead(401).end('{"error":"Unauthorized"}')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = await run(command.parse(JSON.parse(Buffer.concat(chunks).toString())))
    const isFault = 'error' in answer
    response
      .writeHead(isFault ? 400 : 200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(answer))
  }
  const serve: RequestListener = (request, response) => {
    answerCommands(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    )
  }

  let current = serve
  let requests = 0
  const bridge = createServer((request, response) => {
    requests++
    current(request, response)
  })
  await once(bridge.listen(0, '127.0.0.1'), 'listening')
  const address = bridge.address()
  if (address === null || typeof address === 'string') throw new Error('the bridge has no port')
  const refuse = async () => {
    const closed = once(bridge.close(), 'close')
    bridge.closeAllConnections()
    await closed
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    redisUrl: redis.url,
    token,
    refuse,
    accept: async () => void (await once(bridge.listen(address.port, '127.0.0.1'), 'listening')),
    command: (words) => client.sendCommand(words),
    behave: (listener) => {
      current = listener
    },
    serve,
    requests: () => requests,
    stop: async () => {
      if (bridge.listening) await refuse()
      await client.close()
      await redis.stop()
    },
  }
}
