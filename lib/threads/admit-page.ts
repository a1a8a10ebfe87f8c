import 'server-only'
import { query } from '@/lib/db/client'
import { AppError } from '@/lib/errors'
import { errorText } from '@/lib/i18n/error-text'
import { fetchPage } from '@/lib/link-previews/fetch/fetch-page'
import { isHtml } from '@/lib/link-previews/fetch/fetch-profile'
import { parseTarget } from '@/lib/link-previews/fetch/parse-target'
import { linkPreviewLimits } from '@/lib/link-previews/link-preview'
import { extractOffThread } from '@/lib/link-previews/worker/extract-off-thread'
import { limits, takeFrom } from '@/lib/rate-limit/rate-limit'
import { isLocalOrigin, type Site } from './site'
import { hostOfSlug, slugOfUrl } from './thread-slug'

/** A page that a writer names. The stored URL and title come from the page itself. */
export type PageClaim = { slug: string; title?: string | undefined }

/**
 * Creates the thread of a page on the first write to it. The page is fetched once: it must exist.
 * @param client address that the limit on new pages applies to
 * @throws AppError `page-not-found` if the page is not a public HTML page of the site;
 * `page-quota` over 10 new pages per network and hour, or over the site's pages per day;
 * `target-too-slow` if it could not be checked; DatabaseUnavailable
 */
export async function admitPage(site: Site, claim: PageClaim, client: string): Promise<void> {
  if (await hasThread(claim.slug)) return
  const origin = originOfSlug(site, claim.slug)
  const isLocal = isLocalOrigin(origin)
  const { allowed, resetMs } = await takeFrom(limits.newPages, client)
  if (!allowed) throw quotaExceeded(Math.ceil(resetMs / 1_000))
  const page = isLocal
    ? { slug: claim.slug, url: `${origin}${pathOf(claim.slug)}`, title: claim.title ?? '' }
    : await readPage(site, claim.slug, origin)
  await createThread(site, claim.slug, page)
}

const pathOf = (slug: string): string => encodeURI(slug.slice(slug.indexOf('/')))

/** Returns the site's origin with the host of a slug; HTTPS, if it has several. */
function originOfSlug({ origins }: Site, slug: string): string {
  const host = hostOfSlug(slug)
  const own = origins.filter((origin) => new URL(origin).host === host)
  return own.find((origin) => origin.startsWith('https:')) ?? own[0] ?? `https://${host}`
}

function quotaExceeded(retryAfterSeconds: number): AppError {
  return new AppError('page-quota', errorText('pageQuota'), [], { members: { retryAfterSeconds } })
}

async function hasThread(slug: string): Promise<boolean> {
  const [row] = await query(
    (client) => client.$queryRaw<{ id: number }[]>`
      SELECT id FROM threads WHERE slug = ${slug}
      UNION ALL SELECT thread_id FROM thread_aliases WHERE slug = ${slug}`,
  )
  return row !== undefined
}

type AdmittedPage = { slug: string; url: string; title: string }

/** Fetches a page and returns its canonical address, if that is on the same site, and its title. */
async function readPage(site: Site, slug: string, origin: string): Promise<AdmittedPage> {
  const notFound = (cause?: unknown) =>
    new AppError('page-not-found', errorText('pageNotFound'), [], { cause })
  let target: URL
  try {
    target = parseTarget(`${origin}${pathOf(slug)}`)
  } catch (cause) {
    throw notFound(cause)
  }
  const page = await fetchPage(target).catch((cause) => {
    if (cause instanceof AppError && cause.code === 'target-too-slow') throw cause
    throw notFound(cause)
  })
  if (page.status !== 200 || !isHtml(page.contentType) || !isOfSite(site, page.url))
    throw notFound()
  const { bytes, contentType, fileName } = page
  const { preview } = await extractOffThread(
    { bytes, href: page.url.href, contentType, fileName },
    linkPreviewLimits.readTimeoutMs,
  )
  const canonical = new URL(preview.url)
  const url = isOfSite(site, canonical) ? canonical : page.url
  return {
    slug: slugOfUrl(url.href, url === canonical) ?? slug,
    url: url.href,
    title: preview.title,
  }
}

const isOfSite = ({ origins }: Site, url: URL): boolean =>
  origins.some((origin) => new URL(origin).host === url.host)

/**
 * Creates a thread within the site's daily quota. If the page has another canonical address, the
 * requested one becomes an alias of it.
 */
async function createThread(site: Site, requested: string, page: AdmittedPage): Promise<void> {
  await query((client) =>
    client.$transaction(async (transaction) => {
      // Concurrent first writes on a site wait for each other, so that the quota is exact. The count
      // is a statement of its own: its snapshot has to include what the others have committed.
      await transaction.$queryRaw`SELECT id FROM sites WHERE id = ${site.id} FOR NO KEY UPDATE`
      const [{ used = 0 } = {}] = await transaction.$queryRaw<{ used: number }[]>`
        SELECT count(*)::integer AS used FROM threads
         WHERE site_id = ${site.id} AND created_at > now() - interval '1 day'`
      if (used >= site.newPagesPerDay) throw quotaExceeded(3_600)
      const { slug, url, title } = page
      await transaction.$executeRaw`
        INSERT INTO threads (site_id, slug, url, title) VALUES (${site.id}, ${slug}, ${url}, ${title})
        ON CONFLICT (slug) DO NOTHING`
      if (slug === requested) return
      await transaction.$executeRaw`
        INSERT INTO thread_aliases (slug, thread_id)
        SELECT ${requested}, id FROM threads WHERE slug = ${slug} AND site_id = ${site.id}
        ON CONFLICT (slug) DO NOTHING`
    }),
  )
}
