import 'server-only'
import type { Limit } from '@/lib/rate-limit/limiter'
import { limitHeaders, takeFrom } from '@/lib/rate-limit/rate-limit'
import { TooManyRequests } from './problem'

/**
 * Counts a request against each limit, and returns the headers for all of them.
 * @throws TooManyRequests
 */
export async function countRequest(
  limits: readonly Limit[],
  client: string,
): Promise<Record<string, string>> {
  const perLimit: Record<string, string>[] = []
  for (const limit of limits) {
    const allowance = await takeFrom(limit, client)
    if (!allowance.allowed) throw new TooManyRequests(limitHeaders(limit, allowance))
    perLimit.push(limitHeaders(limit, allowance))
  }
  const all = (name: string) => perLimit.map((headers) => headers[name]).join(', ')
  return { 'RateLimit-Policy': all('RateLimit-Policy'), RateLimit: all('RateLimit') }
}
