import 'server-only'
import { env } from '@/lib/env'
import { wideNetwork } from '@/lib/network-hash/wide-network'
import { count } from '@/lib/telemetry/measure'
import { type Limit, Limiter } from './limiter'
import type { Allowance } from './sliding-log'

type Options = Pick<Limit, 'isWide' | 'isWrite'>
const per =
  (windowSeconds: number) =>
  (name: string, quota: number, options: Options = {}): Limit => ({
    name,
    quota,
    windowSeconds,
    ...options,
  })
const perMinute = per(60)
const perHour = per(3_600)
const write = { isWrite: true } as const
const wideWrite = { isWide: true, isWrite: true } as const

export const limits = {
  comments: perMinute('comments', 60),
  views: perMinute('views', 60),
  threads: perMinute('threads', 60),
  counts: perMinute('counts', 60),
  newViews: perMinute('new-views', 60, write),
  newComments: perMinute('new-comments', 5, write),
  newCommentsHourly: perHour('new-comments-hourly', 30, write),
  // An IPv6 customer has up to 65,536 networks of the size that counts as one client.
  newCommentsOfNetwork: perHour('new-comments-network', 120, wideWrite),
  // Lookups of sites for a write, before the limits on valid writes. A site's own server may write
  // for many readers.
  siteLookups: perMinute('site-lookups', 600, write),
  // Threads of pages of other sites that a network may cause.
  newPages: perHour('new-pages', 10, wideWrite),
  ownComments: perMinute('own-comments', 30, write),
  reports: perMinute('reports', 10, wideWrite),
  reportsHourly: perHour('reports-hourly', 60, wideWrite),
  likes: perMinute('likes', 20, wideWrite),
  likesHourly: perHour('likes-hourly', 100, wideWrite),
  follows: perMinute('follows', 5, wideWrite),
  followsHourly: perHour('follows-hourly', 30, wideWrite),
  ownData: perMinute('own-data', 10, write),
  ownDataHourly: perHour('own-data-hourly', 30, write),
  formStamps: perMinute('form-stamps', 60),
  linkPreviews: perMinute('og-metadata', 30),
  // 500 links pasted at once, and again after a mistake.
  pastedLinks: perMinute('pasted-links', 1_200),
  signIns: perMinute('sign-ins', 5, write),
  signInsHourly: perHour('sign-ins-hourly', 20, write),
  signInCodes: perMinute('sign-in-codes', 5, write),
  signInCodesHourly: perHour('sign-in-codes-hourly', 20, write),
  resets: perHour('password-resets', 3, write),
  staffLinks: perHour('staff-links', 20, write),
  // Server actions with a body over 64 kB, which save and preview long posts.
  largeActions: perMinute('large-actions', 60, write),
  search: perMinute('search', 120),
  previews: perMinute('previews', 60),
}

/** Pages, actions and endpoints are separate bundles and need to share one limiter. */
const shared = globalThis as typeof globalThis & { afterwordLimiter?: Limiter }

function createLimiter(): Limiter {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL } = env()
  if (url && token) return new Limiter({ url, token })
  return new Limiter(REDIS_URL === undefined ? undefined : { url: REDIS_URL })
}

function limiter(): Limiter {
  shared.afterwordLimiter ??= createLimiter()
  return shared.afterwordLimiter
}

/** Counts one request of a client, or of its network if the limit is wide. */
export async function takeFrom(limit: Limit, client: string): Promise<Allowance> {
  const allowance = await limiter().take(limit, limit.isWide ? wideNetwork(client) : client)
  const { allowed, quota } = allowance
  // Only a process that counts alone reports a quota.
  count('afterword.rate_limit', { limit: limit.name, allowed, degraded: quota !== undefined })
  return allowance
}

/** Returns whether the Redis of the limits responds. Undefined if none is configured. */
export const isRedisAvailable = (): Promise<boolean | undefined> => limiter().isRedisAvailable()

/** Returns the fields of draft-ietf-httpapi-ratelimit-headers, and `Retry-After` on rejection. */
export function limitHeaders(
  limit: Limit,
  { allowed, remaining, resetMs, quota = limit.quota }: Allowance,
): Record<string, string> {
  const { name, windowSeconds } = limit
  const resetSeconds = Math.max(1, Math.ceil(resetMs / 1_000))
  return {
    'RateLimit-Policy': `"${name}";q=${quota};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
    ...(!allowed && { 'Retry-After': String(resetSeconds) }),
  }
}
