import 'server-only'
import { env } from '@/lib/env'
import { sign } from '@/lib/sign'
import { Circuit, SharedLimiter } from './shared-limiter'
import { type Allowance, SlidingLog } from './sliding-log'

/** So many requests of one client in any window. */
export type Limit = {
  name: string
  quota: number
  windowSeconds: number
  /** What is limited changes something, or tries a password: while the shared count is away, half as many are granted. */
  isWrite?: boolean
}

export const limits = {
  comments: { name: 'comments', quota: 60, windowSeconds: 60 },
  views: { name: 'views', quota: 60, windowSeconds: 60 },
  newViews: { name: 'new-views', quota: 60, windowSeconds: 60, isWrite: true },
  newComments: { name: 'new-comments', quota: 5, windowSeconds: 60, isWrite: true },
  newCommentsHourly: { name: 'new-comments-hourly', quota: 30, windowSeconds: 3_600, isWrite: true },
  ownComments: { name: 'own-comments', quota: 30, windowSeconds: 60, isWrite: true },
  reports: { name: 'reports', quota: 10, windowSeconds: 60, isWrite: true },
  reportsHourly: { name: 'reports-hourly', quota: 60, windowSeconds: 3_600, isWrite: true },
  ownData: { name: 'own-data', quota: 10, windowSeconds: 60 },
  ownDataHourly: { name: 'own-data-hourly', quota: 30, windowSeconds: 3_600 },
  formStamps: { name: 'form-stamps', quota: 60, windowSeconds: 60 },
  linkPreviews: { name: 'og-metadata', quota: 30, windowSeconds: 60 },
  // 500 links pasted at once, and again after a mistake.
  pastedLinks: { name: 'pasted-links', quota: 1_200, windowSeconds: 60 },
  signIns: { name: 'sign-ins', quota: 5, windowSeconds: 60, isWrite: true },
  signInsHourly: { name: 'sign-ins-hourly', quota: 20, windowSeconds: 3_600, isWrite: true },
  resets: { name: 'password-resets', quota: 3, windowSeconds: 3_600, isWrite: true },
  staffLinks: { name: 'staff-links', quota: 20, windowSeconds: 3_600, isWrite: true },
  policyReports: { name: 'policy-reports', quota: 60, windowSeconds: 60 },
  // Asked while it is typed.
  search: { name: 'search', quota: 120, windowSeconds: 60 },
  previews: { name: 'previews', quota: 60, windowSeconds: 60 },
} as const satisfies Record<string, Limit>

type Limiter = { local: SlidingLog; shared: SharedLimiter | undefined }

const limiters = new Map<string, Limiter>()
const circuit = new Circuit()

function limiterOf({ name, quota, windowSeconds }: Limit): Limiter {
  const known = limiters.get(name)
  if (known) return known
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env()
  const limiter = {
    local: new SlidingLog(quota, windowSeconds * 1_000),
    shared: url && token ? new SharedLimiter(name, quota, windowSeconds, { url, token }, circuit) : undefined,
  }
  limiters.set(name, limiter)
  return limiter
}

/**
 * Counts one request of a client. The log in this process always counts along, so that it refuses what it knows to be
 * over the limit without asking Redis, and holds a limit where Redis is away: that of reads as it is, half of that of writes,
 * because other processes count for themselves as well. Redis is told a keyed hash, no address.
 */
export async function takeFrom(limit: Limit, client: string): Promise<Allowance> {
  const { local, shared } = limiterOf(limit)
  if (!shared) return local.take(client)
  const known = local.peek(client)
  if (!known.allowed) return known
  const answer = await shared.take(sign('rate-limit', client))
  if (answer && !answer.allowed) return answer
  if (!answer && limit.isWrite && known.remaining <= Math.floor(limit.quota / 2)) return { ...known, allowed: false, remaining: 0 }
  const own = local.take(client)
  return answer && answer.remaining < own.remaining ? { ...answer, allowed: own.allowed } : own
}

/** The two fields of draft-ietf-httpapi-ratelimit-headers, and `Retry-After` where nothing is left. */
export function limitHeaders({ name, quota, windowSeconds }: Limit, { allowed, remaining, resetMs }: Allowance): Record<string, string> {
  const resetSeconds = Math.max(1, Math.ceil(resetMs / 1_000))
  return {
    'RateLimit-Policy': `"${name}";q=${quota};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
    ...(!allowed && { 'Retry-After': String(resetSeconds) }),
  }
}
