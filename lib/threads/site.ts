import type { Site } from '@/lib/generated/prisma/client'
import { hostOfSlug, isPageSlug } from './thread-slug'

/** Types and limits of sites. Safe to import in a browser. */

export type { Site }

export const siteLimits = {
  nameLengthMax: 80,
  originsMax: 20,
  newPagesPerDayMax: 100_000,
  urlLengthMax: 2_048,
  titleLengthMax: 300,
} as const

/** Returns a site's origin with the host of a slug, preferring HTTPS. */
export function originOfSlug({ origins }: Site, slug: string): string | undefined {
  const own = origins.filter((origin) => new URL(origin).host === hostOfSlug(slug))
  return own.find((origin) => origin.startsWith('https:')) ?? own[0]
}

/** Returns true for the slug of a page on a developer's own machine. */
export const isLocalSlug = (slug: string): boolean =>
  isPageSlug(slug) && isLocalOrigin(`http://${hostOfSlug(slug)}`)

/** Returns true for an origin on the reader's own machine, where a site is being developed. */
export const isLocalOrigin = (origin: string): boolean =>
  /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(origin)
