import 'server-only'
import { cache } from 'react'
import { query } from '@/lib/db/client'
import { env, isTimeZone } from '@/lib/env'
import { DatabaseUnavailable } from '@/lib/errors'
import { type NavigationLink, navigationInput } from './blog-input'
import { canonicalLanguage, directionOf } from './language'

/** What the blog says of itself on every page. */
export type Blog = {
  name: string
  /** Who writes it; empty where nobody is named. */
  author: string
  description: string
  /** BCP 47, of its own words and dates: `en`, `de-CH`, `ar`. */
  language: string
  direction: 'ltr' | 'rtl'
  /** IANA name; days begin in it. */
  timeZone: string
  /** Links in the head of each page, beside those the blog has by itself. */
  navigation: NavigationLink[]
}

/** What is stored of it; empty is what was not set. */
type Row = {
  name: string
  author: string
  description: string
  language: string
  timeZone: string
  navigation: unknown
}

const unset: Row = {
  name: '',
  author: '',
  description: '',
  language: '',
  timeZone: '',
  navigation: [],
}

/**
 * How long a process goes by what it read. Where there are several, another one may have saved since, and a page that is
 * made then would be kept as the newest: within one render alone.
 */
const rememberedMs = () => (env().onVercel || env().REDIS_URL !== undefined ? 0 : 5_000)

type Memory = { blog: Promise<Blog>; until: number; last?: Blog }

/** Pages, actions and endpoints are bundled apart, and must not each have a memory of their own. */
const shared = globalThis as typeof globalThis & { afterwordBlog?: Memory }

/**
 * What the owner calls the blog, or what the code calls it where nothing is set. Read once for all who ask within some
 * seconds, who share one promise: a component can `use` it. While the database is away it is what was last known.
 */
export const getBlog: () => Promise<Blog> = cache(() => {
  const known = shared.afterwordBlog
  if (known && performance.now() < known.until) return known.blog
  const blog = readBlog(known?.last)
  const memory: Memory = { blog, until: performance.now() + rememberedMs() }
  shared.afterwordBlog = memory
  void blog.then(
    (last) => (memory.last = last),
    () => (memory.until = 0),
  )
  return blog
})

/** After a save: the next who asks in this process reads anew. */
export function forgetBlog(): void {
  const { last } = shared.afterwordBlog ?? {}
  shared.afterwordBlog = { blog: Promise.resolve(describe(unset)), until: 0, ...(last && { last }) }
}

async function readBlog(last: Blog | undefined): Promise<Blog> {
  // A build has no database, and makes no page that is shown for long.
  if (env().DATABASE_URL === undefined) return describe(unset)
  try {
    return describe(
      (await query((client) => client.blogSettings.findUnique({ where: { id: 1 } }))) ?? unset,
    )
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    console.warn('settings: the database is away, the blog goes by what was last known')
    return last ?? describe(unset)
  }
}

function describe({ name, author, description, language, timeZone, navigation }: Row): Blog {
  const tag = canonicalLanguage(language) ?? 'en'
  return {
    name: name || 'Afterword',
    author,
    // Who has named the blog has the last word, and may have none.
    description: description || (name === '' ? 'The blog that owns its conversation.' : ''),
    language: tag,
    direction: directionOf(tag),
    timeZone: timeZone !== '' && isTimeZone(timeZone) ? timeZone : env().TIME_ZONE,
    navigation: navigationInput.safeParse(navigation).data ?? [],
  }
}
