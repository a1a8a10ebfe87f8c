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
 * A real redis-server behind a bridge with the parts of Upstash's REST protocol that its client
 * uses. A request is a command or a pipeline of commands as a JSON array. The response is in
 * `result`, with strings in Base64 if the client requests it
 * (https://upstash.com/docs/redis/features/restapi).
 */
export async function startRedis(): Promise<RedisOverRest> {
  const redis = await startRedisServer()
  const client = await createClient({ url: redis.url }).connect()
  const token = 'token-of-the-bridge'
  const run = async (words: string[], base64: boolean) => {
    try {
      return { result: encode(await client.sendCommand(words), base64) }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }
  const answerCommands = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.authorization !== `Bearer ${token}`)
      return response.writeHead(401).end('{"error":"Unauthorized"}')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    const base64 = request.headers['upstash-encoding'] === 'base64'
    const answer =
      request.url === '/pipeline'
        ? await Promise.all(
            z
              .array(command)
              .parse(body)
              .map((words) => run(words, base64)),
          )
        : await run(command.parse(body), base64)
    const isError = !Array.isArray(answer) && 'error' in answer
    response
      .writeHead(isError ? 400 : 200, { 'Content-Type': 'application/json' })
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

function encode(value: unknown, base64: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => encode(item, base64))
  return typeof value === 'string' && base64 && value !== 'OK'
    ? Buffer.from(value).toString('base64')
    : value
}
