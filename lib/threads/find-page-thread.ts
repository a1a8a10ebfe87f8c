import 'server-only'
import { queryRows } from '@/lib/db/client'
import { Prisma, type Thread } from '@/lib/generated/prisma/client'
import { findSite } from './find-site'
import { publicThreadBySlug } from './public-thread'
import { originOfSlug, type Site } from './site'
import { urlOfSlug } from './thread-slug'

/** The thread of a page of another site. */
export type PageThread = Pick<Thread, 'slug' | 'title' | 'url'> & { isClosed: boolean; site: Site }

/**
 * Returns the thread of a page, or undefined if no site has its host. A page without a thread has
 * an empty title and an open thread.
 * @param slug `host/path`, or an alias
 * @throws DatabaseUnavailable
 */
export async function findPageThread(slug: string): Promise<PageThread | undefined> {
  const site = await findSite(slug)
  if (!site) return undefined
  const columns = Prisma.sql`threads.slug, threads.title, threads.url, threads.closed AS "isClosed"`
  const [thread] = await queryRows<Omit<PageThread, 'site'>>(publicThreadBySlug(slug, columns))
  const url = urlOfSlug(slug, originOfSlug(site, slug))
  return { slug, title: '', url, isClosed: false, ...thread, site }
}
