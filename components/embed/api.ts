/** The blog that serves this script, and requests to its API. */

import type { Problem, Thread } from '@/lib/client'
import { threadPath } from '@/lib/threads/thread-paths'
import { isPageSlug } from '@/lib/threads/thread-slug'

/** The origin of the script. All requests go there. */
export const origin = new URL(import.meta.url).origin

/** Returns the blog's own page of a thread, which works without this script. */
export const threadPage = ({ slug, url }: Pick<Thread, 'slug' | 'url'>): string =>
  isPageSlug(slug) ? origin + threadPath(slug) : `${url}#comments`

/** A response that reports an error, as problem details (RFC 9457). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Partial<Problem>,
  ) {
    super(problem.detail ?? String(status))
  }
}

/**
 * Sends a request without cookies.
 * @throws ApiError; TypeError without a connection
 */
export async function request<Body>(path: string, init: RequestInit = {}): Promise<Body> {
  const response = await fetch(origin + path, { credentials: 'omit', ...init })
  const body = await response.json().catch(() => ({}))
  if (!response.ok) throw new ApiError(response.status, body)
  return body
}

/** Sends JSON. @throws the errors of `request` */
export const send = <Body>(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Body> =>
  request(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    // The reader may leave immediately. Bodies of such requests are limited to 64 KiB.
    keepalive: path === '/api/views',
    signal: AbortSignal.timeout(30_000),
  })
