import { Agent, request } from 'undici'

/** An ordinary browser's: what says nothing is counted as a bot. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let clients = 0

/**
 * An address in a network that no other client has, so that no limit and no flood rule is met: four million networks (/24)
 * before a second comes from the first.
 */
export function newClient(): string {
  clients += 1
  return `${11 + ((clients >> 16) & 63)}.${(clients >> 8) & 255}.${clients & 255}.${1 + (clients >> 22)}`
}

export type Answer = {
  /** 0 where there was no whole answer. */
  status: number
  tookMs: number
  text: string
}

/** Whether nobody listened, so that nothing was asked; what broke off otherwise may have been done. */
export const wasRefused = ({ status, text }: Answer) => status === 0 && text.includes('ECONNREFUSED')

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
        'user-agent': userAgent,
        'x-forwarded-for': newClient(),
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
