import 'server-only'
import { query, queryRows } from '@/lib/db/client'
import { siteOrigin } from '@/lib/env'
import { importErrorText } from '@/lib/i18n/error-text'
import { postPath } from '@/lib/paths'
import { parseUrl } from '@/lib/text/parse-url'
import { threadIdBySlug } from '@/lib/threads/public-thread'
import { isLocalOrigin } from '@/lib/threads/site'
import { hostOfSlug, isPageSlug, slugOfUrl } from '@/lib/threads/thread-slug'
import { NotAnExport, type OwnThread, type SourcePage } from './source-record'

/** The thread to which the comments of a page go. */
export type ImportTarget = {
  /** A post's slug, or `host/path`. */
  slug: string
  url: string
  /** The host of the site of a page; empty for a post of the blog. */
  siteHost: string
  own?: OwnThread
}

/**
 * Creates a function that returns the thread of a page, or undefined if the page matches nothing.
 * @param site host of the site whose pages the export describes; without it, pages belong to posts
 * of the blog, or to the registered sites with their hosts
 * @param map rules `old=new` for addresses: `old` is a prefix, and `new` a path, URL or slug; or
 * `old` is a regular expression in slashes, and `new` its replacement
 * @param posts slugs of posts by the addresses of their pages; other pages match nothing
 * @throws NotAnExport for an invalid rule or host
 */
export function pageMatcher(
  site: string | undefined,
  map: readonly string[],
  posts?: ReadonlyMap<string, string>,
): (page: SourcePage) => Promise<ImportTarget | undefined> {
  const rules = map.map(parseRule)
  const host = site === undefined ? undefined : parseHost(site)
  return async (page) => {
    if (page.own) return targetOfOwn(page.own)
    if (posts) {
      const slug = posts.get(page.address)
      return slug === undefined ? undefined : { slug, url: page.address, siteHost: '' }
    }
    const address = rules.reduce((text, rule) => rule(text), page.address.trim())
    const siteHost = host ?? (await registeredHost(address))
    if (siteHost === undefined) return matchPost(address, page)
    const post =
      siteHost === new URL(siteOrigin()).host ? await matchPost(address, page) : undefined
    return post ?? matchSite(address, siteHost)
  }
}

/** Returns the host of an address if it belongs to a site. */
async function registeredHost(address: string): Promise<string | undefined> {
  const slug = slugOfUrl(address)
  if (slug === undefined) return undefined
  const host = hostOfSlug(slug)
  const sites = await query((client) => client.siteHost.count({ where: { host } }))
  return sites > 0 ? host : undefined
}

function targetOfOwn(own: OwnThread): ImportTarget {
  return { slug: own.slug, url: own.url, siteHost: own.site ? hostOfSlug(own.slug) : '', own }
}

function parseHost(site: string): string {
  const url = parseUrl(site.includes('://') ? site : `https://${site}`)
  if (url?.pathname !== '/') throw new NotAnExport(importErrorText('host', { host: site }))
  return url.host
}

/** Parses a rule. A pattern ends at the last slash before `=`. */
function parseRule(rule: string): (address: string) => string {
  const pattern = /^\/(.+)\/([iu]*)=(.*)$/s.exec(rule)
  if (pattern) {
    const [, source = '', flags = '', to = ''] = pattern
    try {
      // recheck-ignore: the owner writes the rule, for the addresses of their own export.
      const expression = new RegExp(source, flags)
      return (address) => address.replace(expression, to)
    } catch (cause) {
      throw new NotAnExport(importErrorText('rule', { rule }), { cause })
    }
  }
  const [, from = '', to = ''] = toUrl.exec(rule) ?? toSlug.exec(rule) ?? []
  if (from === '') throw new NotAnExport(importErrorText('rule', { rule }))
  return (address) => {
    const rest = address.slice(from.length)
    // `/?p=3` is not the start of `/?p=33`.
    const isInNumber = /\d$/.test(from) && /^\d/.test(rest)
    return address.startsWith(from) && !isInNumber ? to + rest : address
  }
}

/** A rule for a prefix. The prefix may contain `=`, such as `/?p=33`. */
const toUrl = /^(.+)=((?:\/|https?:\/\/).*)$/is
const toSlug = /^(.+)=([\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*)$/su

const ownUrl = (slug: string): string => new URL(postPath(slug), siteOrigin()).href

/**
 * The path of a post: `/slug` or, on another blog, after a folder of posts, a date, or both. The
 * last part of any other path, such as `/team/about`, is a page that only has the name of a post.
 */
const pathOfPost =
  /^\/(?:(?:archives?|articles?|blog|news|posts?)\/)?(?:\d{4}\/(?:\d\d?\/){0,2})?([^/]+)$/i

/** Returns the slug of the thread that has or had a slug, or has it as an alias. */
async function threadOf(slug: string): Promise<string | undefined> {
  const [thread] = await queryRows<{ slug: string }>`
    SELECT slug FROM threads WHERE id = ${threadIdBySlug(slug)}`
  return thread?.slug
}

/** Returns the post whose current or former slug an address names. */
async function matchPost(address: string, page: SourcePage): Promise<ImportTarget | undefined> {
  const url = parseUrl(address, 'https://blog.invalid')
  if (!url || isCopy(url)) return undefined
  const whole = slugOfUrl(`https://blog.invalid${url.pathname}`) ?? ''
  const [, last = ''] = pathOfPost.exec(whole.replace('blog.invalid', '')) ?? []
  for (const slug of [page.slug ?? '', last.replace(/\.(?:html?|php)$/i, '')]) {
    if (slug === '' || isPageSlug(slug)) continue
    const thread = await threadOf(slug)
    if (thread && !isPageSlug(thread)) return { slug: thread, url: ownUrl(thread), siteHost: '' }
  }
  return undefined
}

/** Returns true for a copy of a page on a developer's machine or in a translation service. */
const isCopy = ({ origin, host }: URL): boolean =>
  isLocalOrigin(origin) || /^translate\.|\.translate\.goog$|\.googleusercontent\.com$/.test(host)

/**
 * Returns the thread of a page of a site. An address that differs from the home page only in its
 * query, such as `/?p=33`, matches nothing, because it is another page.
 */
async function matchSite(address: string, host: string): Promise<ImportTarget | undefined> {
  const isAbsolute = /^https?:\/\//i.test(address)
  // A name without a slash may be the slug of a page whose path is unknown.
  if (!isAbsolute && !address.includes('/')) return undefined
  const text = isAbsolute ? address : `https://${host}/${address.replace(/^\/+/, '')}`
  const url = parseUrl(text)
  if (!url || isCopy(url) || (url.pathname === '/' && url.search !== '')) return undefined
  const slug = slugOfUrl(url.href)
  if (slug === undefined || hostOfSlug(slug) !== host) return undefined
  const siteUrl = new URL(url)
  siteUrl.hash = ''
  siteUrl.search = ''
  return { slug: (await threadOf(slug)) ?? slug, url: siteUrl.href, siteHost: host }
}
