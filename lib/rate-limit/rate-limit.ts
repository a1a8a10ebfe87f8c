import 'server-only'
import { env } from '@/lib/env'
import { wideNetwork } from '@/lib/network-hash/wide-network'
import { type Limit, Limiter } from './limiter'
import type { Allowance } from './sliding-log'

export const limits = {
  comments: { name: 'comments', quota: 60, windowSeconds: 60 },
  views: { name: 'views', quota: 60, windowSeconds: 60 },
  newViews: { name: 'new-views', quota: 60, windowSeconds: 60, isWrite: true },
  newComments: { name: 'new-comments', quota: 5, windowSeconds: 60, isWrite: true },
  newCommentsHourly: {
    name: 'new-comments-hourly',
    quota: 30,
    windowSeconds: 3_600,
    isWrite: true,
  },
  // An IPv6 customer has up to 65,536 networks of the size that counts as one client.
  newCommentsOfNetwork: {
    name: 'new-comments-network',
    quota: 120,
    windowSeconds: 3_600,
    isWide: true,
    isWrite: true,
  },
  // Threads of other sites' pages that a network may create by its first comment or view there.
  newPages: { name: 'new-pages', quota: 10, windowSeconds: 3_600, isWide: true, isWrite: true },
  ownComments: { name: 'own-comments', quota: 30, windowSeconds: 60, isWrite: true },
  reports: { name: 'reports', quota: 10, windowSeconds: 60, isWide: true, isWrite: true },
  reportsHourly: {
    name: 'reports-hourly',
    quota: 60,
    windowSeconds: 3_600,
    isWide: true,
    isWrite: true,
  },
  ownData: { name: 'own-data', quota: 10, windowSeconds: 60, isWrite: true },
  ownDataHourly: { name: 'own-data-hourly', quota: 30, windowSeconds: 3_600, isWrite: true },
  formStamps: { name: 'form-stamps', quota: 60, windowSeconds: 60 },
  linkPreviews: { name: 'og-metadata', quota: 30, windowSeconds: 60 },
  // 500 links pasted at once, and again after a mistake.
  pastedLinks: { name: 'pasted-links', quota: 1_200, windowSeconds: 60 },
  signIns: { name: 'sign-ins', quota: 5, windowSeconds: 60, isWrite: true },
  signInsHourly: { name: 'sign-ins-hourly', quota: 20, windowSeconds: 3_600, isWrite: true },
  resets: { name: 'password-resets', quota: 3, windowSeconds: 3_600, isWrite: true },
  staffLinks: { name: 'staff-links', quota: 20, windowSeconds: 3_600, isWrite: true },
  // Server actions with a body over 64 kB: a post that its owner saves by hand.
  largeActions: { name: 'large-actions', quota: 20, windowSeconds: 60, isWrite: true },
  search: { name: 'search', quota: 120, windowSeconds: 60 },
  previews: { name: 'previews', quota: 60, windowSeconds: 60 },
} as const satisfies Record<string, Limit>

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
export const takeFrom = (limit: Limit, client: string): Promise<Allowance> =>
  limiter().take(limit, limit.isWide ? wideNetwork(client) : client)

/**
 * Returns the two fields of draft-ietf-httpapi-ratelimit-headers with the applied quota, and
 * `Retry-After` if the request was rejected.
 */
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
