import type { IncomingMessage, ServerResponse } from 'node:http'
import { recordDuration } from '@/lib/telemetry/measure'
import { type RequestContext, requestIdOf } from '@/lib/telemetry/request-context'
import { beforeHead } from '@/server/http-fixes/response-head'
import { matchedRoute } from '@/server/response-cache/next-internals'

/** Directives that let a cache reuse a response without asking this server. */
const reusable = /\bimmutable\b|\b(?:s-maxage|max-age)=[1-9]/

/**
 * Adds the id and the duration of a request to its response (W3C Server Timing), unless a cache
 * could reuse the response for another request. Records both when the response ends.
 * @returns the context of the request
 */
export function observeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  isLogged: boolean,
): RequestContext {
  const startedAt = performance.now()
  const get = (name: string) => request.headers[name]?.toString() ?? null
  const context: RequestContext = { id: requestIdOf({ get }), route: () => matchedRoute(request) }
  beforeHead(response, (status, headers) => {
    const cacheControl = headers['cache-control'] ?? response.getHeader('cache-control')
    if (!reusable.test(String(cacheControl))) {
      response.setHeader('X-Request-Id', context.id)
      response.setHeader('Server-Timing', `total;dur=${(performance.now() - startedAt).toFixed(1)}`)
    }
    return status
  })
  response.once('close', () => {
    const { id: requestId, isCached = false } = context
    const { method = '' } = request
    const route = context.route?.()
    // nginx's status code for a client that disconnected before the response.
    const status = response.headersSent ? response.statusCode : 499
    recordDuration('http.server.request.duration', startedAt, {
      'http.request.method': method,
      'http.response.status_code': status,
      'afterword.cached': isCached,
      ...(route && { 'http.route': route }),
    })
    const durationMs = Math.round(performance.now() - startedAt)
    if (isLogged)
      console.info('request', { requestId, method, route, status, durationMs, cached: isCached })
  })
  return context
}
