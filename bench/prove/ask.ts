import { Agent, request } from 'undici'
import { asNewClient, firefox } from '@/lib/testing/new-client'

export type Answer = {
  /** 0 where there was no whole answer. */
  status: number
  tookMs: number
  text: string
}

/** Whether nobody listened, so that nothing was asked; what broke off otherwise may have been done. */
export const wasRefused = ({ status, text }: Answer) => status === 0 && /ECONNREFUSED|connect ECONNRESET/.test(text)

/** Waits longer than any answer may take, so that a hanging server is seen as one. */
const agent = new Agent({ connections: 600, headersTimeout: 30_000, bodyTimeout: 30_000, connect: { timeout: 10_000 } })

/** Asks once, as a client of its own unless `headers` say otherwise. It never throws: what broke is status 0. */
export async function ask(
  url: string,
  {
    json,
    headers = {},
    method = json === undefined ? 'GET' : 'POST',
  }: { json?: unknown; headers?: Record<string, string>; method?: string } = {},
): Promise<Answer> {
  const begun = performance.now()
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: agent,
      method: method as 'GET',
      headers: {
        'user-agent': firefox,
        ...asNewClient(),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const text = await body.text()
    return { status: statusCode, tookMs: performance.now() - begun, text }
  } catch (error) {
    return { status: 0, tookMs: performance.now() - begun, text: error instanceof Error ? error.message : String(error) }
  }
}
