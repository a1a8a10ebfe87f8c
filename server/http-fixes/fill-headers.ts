import type { ServerResponse } from 'node:http'
import { beforeHead } from './before-head'

/**
 * Gives an answer headers that whoever makes it does not set: they are added when its head is written, by which time all
 * others have spoken. (Set before, they would win: Next leaves a header alone that it finds.)
 */
export function fillHeaders(response: ServerResponse, headers: Record<string, string>): void {
  beforeHead(response, (status) => {
    for (const [name, value] of Object.entries(headers))
      if (!response.hasHeader(name)) response.setHeader(name, value)
    return status
  })
}
