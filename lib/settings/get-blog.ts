import 'server-only'
import { cache } from 'react'
import { query, queryRows } from '@/lib/db/client'
import { env, isTimeZone } from '@/lib/env'
import { DatabaseUnavailable } from '@/lib/errors'
import type { BlogSettings, Post } from '@/lib/generated/prisma/client'
import { runInLanguage } from '@/lib/i18n/languages'
import { translator } from '@/lib/i18n/translator'
import { postPath } from '@/lib/paths'
import { truncate } from '@/lib/text/truncate'
import { type NavigationLink, navigationInput, readBlogOptions } from './blog-input'
import { blogLimits } from './blog-limits'
import { canonicalLanguage, directionOf } from './language'

/** The blog's settings that appear on every page. */
export type Blog = Awaited<ReturnType<typeof describe>>

/**
 * Returns the links in the page header: those that the owner chose, except to pages that are not
 * published, or else the published pages, first published first.
 */
export function navigationLinks({
  navigation,
  pages,
}: Pick<Blog, 'navigation' | 'pages'>): NavigationLink[] {
  const published = pages.filter(({ isPublished }) => isPublished)
  const hidden = pages.filter((page) => !page.isPublished).map(({ slug }) => postPath(slug, true))
  return (
    navigation?.filter(({ href }) => !hidden.includes(href)) ??
    // The settings accept links up to these limits.
    published.slice(0, blogLimits.linksMax).map(({ slug, title }) => ({
      text: truncate(title, blogLimits.linkTextLengthMax).trim(),
      href: postPath(slug, true),
    }))
  )
}

/** The row of a blog without settings. */
export const unsetBlog = {
  name: '',
  author: '',
  description: '',
  language: '',
  timeZone: '',
  navigation: [],
  options: {},
}

/** `pages` are all pages, first published first. */
type Row = Pick<BlogSettings, keyof typeof unsetBlog> & {
  pages: (Pick<Post, 'slug' | 'title'> & { isPublished: boolean })[]
}

const unknownBlog: Row = { ...unsetBlog, pages: [] }

/** The settings as last read; global, because Next.js bundles pages and endpoints separately. */
const shared = globalThis as typeof globalThis & {
  afterwordBlog?: Row
  afterwordBlogReadAt?: number
}

const readRow = cache(async (): Promise<Row> => {
  // A build has no database, and its pages are soon replaced.
  if (env().DATABASE_URL === undefined) return unknownBlog
  try {
    const [row, pages] = await Promise.all([
      query((client) => client.blogSettings.findUnique({ where: { id: 1 } })),
      queryRows<Row['pages'][number]>`
        SELECT slug, title, NOT draft AND published_at <= now() AS "isPublished"
          FROM posts WHERE is_page
         ORDER BY published_at, id`,
    ])
    shared.afterwordBlog = { ...(row ?? unsetBlog), pages }
  } catch (error) {
    // `query` has logged it.
    if (!(error instanceof DatabaseUnavailable)) throw error
  } finally {
    shared.afterwordBlogReadAt = Date.now()
  }
  return shared.afterwordBlog ?? unknownBlog
})

/**
 * Returns the blog's settings, with defaults for unset ones. Calls within a render share one
 * promise, so that a component can `use` it. If the database is unavailable, it returns the last
 * known settings.
 */
export const getBlog: () => Promise<Blog> = cache(async () => describe(await readRow()))

/** Milliseconds for which `knownBlogLanguage` does not read the settings again. */
const knownMs = 60_000

/** Returns the language of the blog as of the last minute, so that few requests need a query. */
export async function knownBlogLanguage(): Promise<string> {
  const isKnown = Date.now() - (shared.afterwordBlogReadAt ?? 0) < knownMs
  const row = isKnown ? (shared.afterwordBlog ?? unknownBlog) : await readRow()
  return languageOf(row)
}

/** Runs `work` in the language of the blog: for responses that are the same for everyone. */
export async function inBlogLanguage<Result>(
  work: () => Result | Promise<Result>,
): Promise<Result> {
  return runInLanguage((await getBlog()).language, work)
}

/** Returns the notification addresses that the owner entered for comments. */
export async function getNotifiedAddresses(): Promise<string[]> {
  const { notify } = readBlogOptions((await readRow()).options)
  return notify === '' ? [] : notify.split('\n')
}

const languageOf = ({ language }: Row): string => canonicalLanguage(language) ?? 'en'

async function describe(row: Row) {
  const { name, author, description, timeZone, navigation, pages } = row
  const { moderation, notify, ownNavigation, ...options } = readBlogOptions(row.options)
  const links = navigationInput.safeParse(navigation).data ?? []
  const language = languageOf(row)
  return {
    name: name || 'Afterword',
    /** The author's name; may be empty. */
    author,
    // A named blog may have an empty description.
    description: description || (name === '' ? await defaultDescription(language) : ''),
    /** The BCP 47 tag of the blog's content and dates: `en`, `de-CH`, `ar`. */
    language,
    direction: directionOf(language),
    /** The IANA name of the zone in which days begin. */
    timeZone: timeZone !== '' && isTimeZone(timeZone) ? timeZone : env().TIME_ZONE,
    pages,
    /** The owner's links in the page header; null for the published pages. */
    navigation: ownNavigation || links.length > 0 ? links : null,
    ...options,
  }
}

const defaultDescription = (language: string) =>
  runInLanguage(language, () => translator('posts')('defaultDescription'))
