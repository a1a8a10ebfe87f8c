import 'server-only'
import { coalesce } from '@/lib/concurrency/coalesce'
import { inTransaction, query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { errorText } from '@/lib/i18n/error-text'
import { cleanText } from '@/lib/link-previews/extract/clean-text'
import { fetchPage } from '@/lib/link-previews/fetch/fetch-page'
import { isHtml } from '@/lib/link-previews/fetch/fetch-profile'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { extractOffThread, shared } from '@/lib/link-previews/worker/extract-off-thread'
import { limits, takeFrom } from '@/lib/rate-limit/rate-limit'
import { parseUrl } from '@/lib/text/parse-url'
import { threadIdBySlug } from './public-thread'
import { isLocalOrigin, originOfSlug, type Site } from './site'
import { hostOfSlug, slugOfUrl, urlOfSlug } from './thread-slug'
import type { PageClaim } from './thread-slug-input'

/** Maximum number of aliases per page, because a page may respond to any query. */
export const aliasesMax = 100

/**
 * Creates the thread of a page on the first write to it. The page is fetched once to check that it
 * exists. Its canonical URL, if that is on the same site, and its title are stored.
 * @param client the address to which the limit on new pages applies
 * @throws AppError `page-not-found` if the page is not a public HTML page of the site; `page-quota`
 * over 10 new pages per network and hour, or over the site's pages per day; `target-too-slow` if it
 * could not be checked; `site-unknown`; DatabaseUnavailable
 */
export async function admitPage(site: Site, claim: PageClaim, client: string): Promise<void> {
  const known = await query((database) => findThread(database, claim.slug))
  // The host of a page may have moved to another site.
  if (known && known.siteId !== site.id) throw pageNotFound()
  if (known) return
  const { allowed, resetMs } = await takeFrom(limits.newPages, client)
  if (!allowed) throw quotaExceeded(resetMs / 1_000)
  await admitOnce(`${site.id} ${claim.slug} ${claim.url ?? ''}`, { site, claim })
}

/** Shares the request and the thread between concurrent first writes to a page. */
const admitOnce = coalesce(async ({ site, claim }: { site: Site; claim: PageClaim }) => {
  // Another write may have admitted the page since it was last looked up.
  const known = await query((database) => findThread(database, claim.slug))
  if (!known) await createThread(site, claim.slug, await describePage(site, claim))
})

const pageNotFound = (cause?: unknown) =>
  new AppError('page-not-found', errorText('pageNotFound'), [], { cause })

const quotaExceeded = (seconds: number, detail = errorText('pageQuota')) =>
  new AppError('page-quota', detail, [], {
    members: { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) },
  })

/** Returns the thread that has a slug, or else the one that has it as an alias. */
async function findThread(database: Pick<Prisma.TransactionClient, '$queryRaw'>, slug: string) {
  const [thread] = await database.$queryRaw<{ id: number; siteId: number | null }[]>`
    SELECT id, site_id AS "siteId" FROM threads WHERE id = ${threadIdBySlug(slug)}`
  return thread
}

type AdmittedPage = { slug: string; url: string; title: string }

async function describePage(site: Site, claim: PageClaim): Promise<AdmittedPage> {
  const url = urlOfClaim(site, claim)
  if (!isLocalOrigin(new URL(url).origin)) return readPage(site, claim.slug, url)
  // This server cannot reach a page on the developer's machine.
  const title = cleanText(claim.title ?? '', linkPreviewLimits.titleLengthMax)
  return { slug: claim.slug, url, title }
}

/**
 * Returns the URL to fetch: the claimed one if it is another spelling of the slug, such as with a
 * trailing slash, which some servers require; otherwise the slug on the site's origin.
 */
function urlOfClaim(site: Site, { slug, url }: PageClaim): string {
  const claimed = url === undefined ? undefined : parseUrl(url)
  if (claimed && isOfSite(site, claimed) && slugOfUrl(claimed.href, true) === slug) {
    claimed.hash = ''
    return claimed.href
  }
  return urlOfSlug(slug, originOfSlug(site, slug))
}

const isOfSite = ({ origins }: Site, url: URL): boolean =>
  origins.some((origin) => new URL(origin).host === url.host)

/** @throws AppError `page-not-found`, `target-too-slow` */
async function readPage(site: Site, slug: string, href: string): Promise<AdmittedPage> {
  const { url, preview, isWall, declaresUrl } = await fetchPreview(href).catch((cause) => {
    throw cause instanceof AppError && cause.code === 'target-too-slow'
      ? cause
      : pageNotFound(cause)
  })
  const final = slugOfUrl(url.href, slug.includes('?'))
  // Many sites redirect unknown addresses to their home page.
  const isMissing = isHome(url) && !isHome(new URL(href))
  if (isWall || isMissing || final === undefined || !isOfSite(site, url)) throw pageNotFound()
  const canonical = new URL(preview.url)
  // On other pages, a canonical URL that is the home page is a mistake of the theme. One on
  // `localhost` is a mistake of the build, and would hide the thread.
  const isMistaken = (isHome(canonical) && !isHome(url)) || isLocalOrigin(canonical.origin)
  const isValid = declaresUrl && isOfSite(site, canonical) && !isMistaken
  const named = isValid ? slugOfUrl(canonical.href, true) : undefined
  return named === undefined
    ? { slug: final, url: url.href, title: preview.title }
    : { slug: named, url: canonical.href, title: preview.title }
}

const isHome = ({ pathname, search }: URL): boolean => pathname === '/' && search === ''

async function fetchPreview(href: string) {
  shared.afterwordPageThread?.prepare()
  const { status, url, bytes, contentType, fileName } = await fetchPage(parseTarget(href))
  if (status !== 200 || !isHtml(contentType)) throw pageNotFound()
  const { preview, refusal, declared } = await extractOffThread(
    { bytes, href: url.href, contentType, fileName },
    // A longer timeout than usual, because the worker thread may still be starting.
    linkPreviewLimits.fetchTimeoutMs,
  )
  const declaresUrl =
    declared.metas.has('og:url') || declared.links.some(({ rel }) => rel.includes('canonical'))
  return { url, preview, isWall: refusal === 'robots', declaresUrl }
}

/**
 * Creates a thread within the site's daily quota. If the page has another canonical address, the
 * requested one becomes an alias of it.
 */
function createThread(site: Site, requested: string, page: AdmittedPage): Promise<void> {
  return inTransaction(async (transaction) => {
    // Concurrent first writes on a site wait for each other, so that the quota is exact. The next
    // statements see the changes that the others committed.
    const locked = await transaction.$queryRaw<{ id: number }[]>`
      SELECT id FROM sites WHERE id = ${site.id} FOR NO KEY UPDATE`
    if (locked.length === 0)
      throw new AppError('site-unknown', errorText('siteUnknown', { host: hostOfSlug(requested) }))
    const known = await findThread(transaction, page.slug)
    if (known && known.siteId !== site.id) throw pageNotFound()
    const id = known?.id ?? (await insertThread(transaction, site, page))
    if (page.slug !== requested) await insertAlias(transaction, requested, id)
  })
}

async function insertThread(
  transaction: Prisma.TransactionClient,
  site: Site,
  { slug, url, title }: AdmittedPage,
): Promise<number> {
  const [{ used = 0, seconds } = {}] = await transaction.$queryRaw<
    { used: number; seconds: number | null }[]
  >`
    SELECT count(*)::integer AS used,
           extract(epoch FROM min(created_at) + interval '1 day' - now())::float8 AS seconds
      FROM threads WHERE site_id = ${site.id} AND created_at > now() - interval '1 day'`
  if (used >= site.newPagesPerDay) throw quotaExceeded(seconds ?? 86_400)
  const { id } = await transaction.thread.create({
    data: { siteId: site.id, slug, url, title },
    select: { id: true },
  })
  return id
}

/**
 * Adds an alias on behalf of a write. If the page has too many aliases, replaces the oldest alias
 * with a query that a write added. Anyone can make up queries, so they must not block
 * real addresses.
 */
async function insertAlias(
  transaction: Prisma.TransactionClient,
  slug: string,
  threadId: number,
): Promise<void> {
  const isFull = (await transaction.threadAlias.count({ where: { threadId } })) >= aliasesMax
  const deleted =
    isFull &&
    (await transaction.$executeRaw`
      DELETE FROM thread_aliases WHERE slug = (
        SELECT slug FROM thread_aliases
         WHERE thread_id = ${threadId} AND admitted_at IS NOT NULL AND slug LIKE '%?%'
         ORDER BY admitted_at LIMIT 1)`)
  if (deleted === 0) throw quotaExceeded(86_400, errorText('aliasQuota', { max: aliasesMax }))
  await transaction.$executeRaw`
    INSERT INTO thread_aliases (slug, thread_id, admitted_at) VALUES (${slug}, ${threadId}, now())
    ON CONFLICT (slug) DO NOTHING`
}
