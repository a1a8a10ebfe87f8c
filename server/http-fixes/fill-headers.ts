import type { ServerResponse } from 'node:http'
import { beforeHead } from './before-head'

/**
 * Adds default headers to a response when its head is written, unless they are already set. Set
 * earlier, they would take precedence, because Next.js does not overwrite existing headers.
 */
export function fillHeaders(response: ServerResponse, headers: Record<string, string>): void {
  beforeHead(response, (status) => {
    for (const [name, value] of Object.entries(headers))
      if (!response.hasHeader(name)) response.setHeader(name, value)
    return status
  })
}
