import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { asNewClient, firefox } from '@/test/new-client'

export type Answer = {
  /** 0 where there was no whole answer. */
  status: number
  tookMs: number
  text: string
  /** Of the body, as it came. */
  bytes: number
  /** Of ours, where the other end reset the connection instead of answering. */
  resetPort?: number
}

/** Whether nobody listened, so that nothing was asked; what broke off otherwise may have been done. */
export const wasRefused = ({ status, text }: Answer) =>
  status === 0 && /ECONNREFUSED|connect ECONNRESET/.test(text)

/** From which port a connection was made that ended by this error. */
const portsOf = new WeakMap<Error, number>()

const connector = buildConnector({ timeout: 10_000 })
const connect: buildConnector.connector = (options, done) =>
  connector(options, (...told) => {
    const [, socket] = told
    const port = socket?.localPort
    socket?.once('error', (error) => port !== undefined && portsOf.set(error, port))
    done(...told)
  })

/** Waits longer than any answer may take, so that a hanging server is seen as one. */
const agent = new Agent({ connections: 600, headersTimeout: 30_000, bodyTimeout: 30_000, connect })

/** Asks once, as a client of its own unless `headers` say otherwise. It never throws: what broke is status 0. */
export async function ask(
  url: string,
  {
    json,
    headers = {},
    method = json === undefined ? 'GET' : 'POST',
  }: { json?: unknown; headers?: Record<string, string>; method?: Dispatcher.HttpMethod } = {},
): Promise<Answer> {
  const begun = performance.now()
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: agent,
      method,
      headers: {
        'user-agent': firefox,
        ...asNewClient(),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const bytes = Buffer.from(await body.arrayBuffer())
    return {
      status: statusCode,
      tookMs: performance.now() - begun,
      text: bytes.toString(),
      bytes: bytes.length,
    }
  } catch (error) {
    const broken = { status: 0, tookMs: performance.now() - begun, bytes: 0 }
    if (!(error instanceof Error)) return { ...broken, text: String(error) }
    // By the code: what the reset is noticed by, a read or a write, is a matter of the moment.
    const wasReset = 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
    const resetPort = wasReset ? portsOf.get(error) : undefined
    return { ...broken, text: error.message, ...(resetPort !== undefined && { resetPort }) }
  }
}
