import 'server-only'
import { cache } from 'react'
import { query } from '@/lib/db/client'
import { env, isTimeZone } from '@/lib/env'
import { DatabaseUnavailable } from '@/lib/errors'
import { translator } from '@/lib/i18n/translator'
import { type NavigationLink, navigationInput } from './blog-input'
import { canonicalLanguage, directionOf } from './language'

/** The blog's settings that appear on every page. */
export type Blog = {
  name: string
  /** The author's name; may be empty. */
  author: string
  description: string
  /** The BCP 47 tag of the blog's content and dates: `en`, `de-CH`, `ar`. */
  language: string
  direction: 'ltr' | 'rtl'
  /** The IANA name of the zone in which days begin. */
  timeZone: string
  /** Links in the page header besides the standard ones. */
  navigation: NavigationLink[]
}

/** The stored settings; unset ones are empty. */
type Row = {
  name: string
  author: string
  description: string
  language: string
  timeZone: string
  navigation: unknown
}

const unsetRow: Row = {
  name: '',
  author: '',
  description: '',
  language: '',
  timeZone: '',
  navigation: [],
}

/**
 * Returns how long a process caches the settings, in milliseconds. With several processes, another
 * one may have changed them, and a page rendered from stale settings would be cached. Then they are
 * cached only within a render.
 */
const cacheMs = () => (env().onVercel || env().REDIS_URL !== undefined ? 0 : 5_000)

type CacheEntry = { blog: Promise<Blog>; until: number; last?: Blog }

/** Global, because Next bundles pages, actions and endpoints separately. */
const shared = globalThis as typeof globalThis & { afterwordBlog?: CacheEntry }

/**
 * Returns the blog's settings, with defaults for unset ones. Calls within a few seconds share one
 * promise, so that a component can `use` it. If the database is unavailable, it returns the last
 * known settings.
 */
export const getBlog: () => Promise<Blog> = cache(() => {
  const known = shared.afterwordBlog
  if (known && performance.now() < known.until) return known.blog
  const blog = readBlog(known?.last)
  const entry: CacheEntry = { blog, until: performance.now() + cacheMs() }
  shared.afterwordBlog = entry
  void blog.then(
    (last) => (entry.last = last),
    () => (entry.until = 0),
  )
  return blog
})

/** Invalidates the cached settings of this process after a save. */
export function forgetBlog(): void {
  if (shared.afterwordBlog) shared.afterwordBlog.until = 0
}

async function readBlog(last: Blog | undefined): Promise<Blog> {
  // A build has no database, and its pages are soon replaced.
  if (env().DATABASE_URL === undefined) return describe(unsetRow)
  try {
    return describe(
      (await query((client) => client.blogSettings.findUnique({ where: { id: 1 } }))) ?? unsetRow,
    )
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    console.warn('settings: the database is unavailable, using the last known settings')
    return last ?? describe(unsetRow)
  }
}

function describe({ name, author, description, language, timeZone, navigation }: Row): Blog {
  const tag = canonicalLanguage(language) ?? 'en'
  return {
    name: name || 'Afterword',
    author,
    // A named blog may have an empty description.
    description: description || (name === '' ? translator('posts')('defaultDescription') : ''),
    language: tag,
    direction: directionOf(tag),
    timeZone: timeZone !== '' && isTimeZone(timeZone) ? timeZone : env().TIME_ZONE,
    navigation: navigationInput.safeParse(navigation).data ?? [],
  }
}
