import { Agent, type Dispatcher } from 'undici'
import { asNewClient } from '@/test/new-client'

export type RawRequest = {
  method: Dispatcher.HttpMethod
  path: string
  headers?: Record<string, string>
  body?: Buffer
}

const agent = new Agent({ connections: 64, headersTimeout: 30_000, bodyTimeout: 30_000 })

/**
 * Sends a path unchanged, although `URL` would normalise it. Connection errors result in status 0.
 */
export async function sendRawRequest(
  origin: string,
  { method, path, headers = {}, body }: RawRequest,
): Promise<{ status: number; text: string; location: string; headers: Headers }> {
  try {
    const response = await agent.request({
      origin,
      path,
      method,
      headers: { ...asNewClient(), ...headers },
      ...(body && { body }),
    })
    const responseHeaders = new Headers()
    for (const [name, value] of Object.entries(response.headers))
      for (const one of [value ?? []].flat()) responseHeaders.append(name, one)
    const location =
      responseHeaders.get('x-action-redirect') ?? responseHeaders.get('location') ?? ''
    return {
      status: response.statusCode,
      text: await response.body.text(),
      location,
      headers: responseHeaders,
    }
  } catch (error) {
    return {
      status: 0,
      text: error instanceof Error ? error.message : String(error),
      location: '',
      headers: new Headers(),
    }
  }
}
