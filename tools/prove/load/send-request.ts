import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { asNewClient, firefox } from '@/test/new-client'

export type HttpResult = {
  /** The status code; 0 without a complete response. */
  status: number
  tookMs: number
  text: string
  /** The size of the body as received. */
  bytes: number
  /** The local port, if the server reset the connection instead of responding. */
  resetPort?: number
}

/**
 * Returns true if nothing listened on the port, so nothing was sent. After other errors, the
 * request may have been processed.
 */
export const wasConnectionRefused = ({ status, text }: HttpResult) =>
  status === 0 && /ECONNREFUSED|connect ECONNRESET/.test(text)

/** The local port of each connection that ended with an error. */
const portsOf = new WeakMap<Error, number>()

const connector = buildConnector({ timeout: 10_000 })
const connect: buildConnector.connector = (options, done) =>
  connector(options, (...results) => {
    const [, socket] = results
    const port = socket?.localPort
    socket?.once('error', (error) => port !== undefined && portsOf.set(error, port))
    done(...results)
  })

/** The timeout exceeds any allowed response time, so that a hanging server is detected. */
const agent = new Agent({ connections: 600, headersTimeout: 30_000, bodyTimeout: 30_000, connect })

/**
 * Sends one request, as a new client unless `headers` say otherwise. Never throws; errors result in
 * status 0.
 */
export async function sendRequest(
  url: string,
  {
    json,
    headers = {},
    method = json === undefined ? 'GET' : 'POST',
  }: { json?: unknown; headers?: Record<string, string>; method?: Dispatcher.HttpMethod } = {},
): Promise<HttpResult> {
  const startedAt = performance.now()
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
      tookMs: performance.now() - startedAt,
      text: bytes.toString(),
      bytes: bytes.length,
    }
  } catch (error) {
    const broken = { status: 0, tookMs: performance.now() - startedAt, bytes: 0 }
    if (!(error instanceof Error)) return { ...broken, text: String(error) }
    // Checks the code, because a reset may be noticed by a read or by a write.
    const wasReset = 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
    const resetPort = wasReset ? portsOf.get(error) : undefined
    return { ...broken, text: error.message, ...(resetPort !== undefined && { resetPort }) }
  }
}
