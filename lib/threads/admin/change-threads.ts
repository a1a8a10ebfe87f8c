import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { inTransaction, query } from '@/lib/db/client'
import { InvalidInput, NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { validationText } from '@/lib/i18n/error-text'
import { hostOfSlug } from '@/lib/threads/thread-slug'
import { deleteThreads } from './delete-threads'
import { isLocalThread, readAddress } from './site-threads'

/** Identifies a thread of a site. */
type ThreadOfSite = { siteId: number; threadId: number }

/**
 * Deletes a page with its comments and views. Queues webhooks for its public comments.
 * @returns the slug of the page
 * @throws NotFound; AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function deleteThread(
  actor: Actor | undefined,
  { siteId, threadId }: ThreadOfSite,
): Promise<string> {
  requireRole(actor, 'owner')
  const thread = await query((client) =>
    client.thread.findFirst({ where: { id: threadId, siteId }, select: { slug: true } }),
  )
  if (!thread) throw new NotFound('thread', threadId)
  await deleteThreads(Prisma.sql`threads.id = ${threadId}`)
  return thread.slug
}

/**
 * Deletes the threads of pages on `localhost`, which a developer created.
 * @returns their number
 * @throws AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function deleteLocalThreads(
  actor: Actor | undefined,
  siteId: number,
): Promise<number> {
  requireRole(actor, 'owner')
  return deleteThreads(Prisma.sql`threads.site_id = ${siteId} AND ${isLocalThread}`)
}

/** Returns the slug and URL of an address that is on one of the site's hosts. */
async function addressOnSite(
  transaction: Prisma.TransactionClient,
  siteId: number,
  address: string,
): Promise<{ slug: string; url: string }> {
  const { slug, url } = readAddress(address) ?? {}
  if (slug === undefined || url === undefined) throw invalidAddress(validationText('url'))
  const host = await transaction.siteHost.findFirst({ where: { host: hostOfSlug(slug), siteId } })
  if (!host) throw invalidAddress(validationText('addressOnSite'))
  return { slug, url: new URL(url).href.replace(/#.*$/s, '') }
}

const invalidAddress = (message: string) => new InvalidInput([{ field: 'address', message }])

/**
 * Creates the thread of a page that cannot be read, because it requires a login or blocks bots.
 * Quotas do not apply.
 * @throws InvalidInput naming `address` if it is not on the site or has a thread; AppError
 * `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function addThreadManually(
  actor: Actor | undefined,
  siteId: number,
  { address, title }: { address: string; title: string },
): Promise<void> {
  requireRole(actor, 'owner')
  await inTransaction(async (transaction) => {
    const { slug, url } = await addressOnSite(transaction, siteId, address)
    const added = await transaction.$executeRaw`
      INSERT INTO threads (site_id, slug, url, title)
      SELECT ${siteId}, ${slug}, ${url}, ${title}
       WHERE NOT EXISTS (SELECT 1 FROM thread_aliases WHERE slug = ${slug})
      ON CONFLICT (slug) DO NOTHING`
    if (added === 0) throw invalidAddress(validationText('addressTaken'))
  })
}

/**
 * Adds another address of the same page to its thread. If that address has its own thread, moves
 * the comments and views of that thread.
 * @param isMoved true if the other address becomes the page's own
 * @returns the slugs that changed
 * @throws NotFound; InvalidInput naming `address` if it is not on the site, or is the thread's own;
 * AppError `unauthorized`, `forbidden`; DatabaseUnavailable
 */
export async function mergeAddress(
  actor: Actor | undefined,
  { siteId, threadId }: ThreadOfSite,
  { address, isMoved }: { address: string; isMoved: boolean },
): Promise<string[]> {
  requireRole(actor, 'owner')
  return inTransaction(async (transaction) => {
    const { slug, url } = await addressOnSite(transaction, siteId, address)
    // Locks both threads in id order.
    const threads = await transaction.$queryRaw<{ id: number; slug: string }[]>`
      SELECT id, slug FROM threads
       WHERE site_id = ${siteId} AND (id = ${threadId} OR slug = ${slug}
         OR id = (SELECT thread_id FROM thread_aliases WHERE slug = ${slug}))
       ORDER BY id FOR UPDATE`
    const kept = threads.find(({ id }) => id === threadId)
    if (!kept) throw new NotFound('thread', threadId)
    if (kept.slug === slug) throw invalidAddress(validationText('ownAddress'))
    const other = threads.find(({ id }) => id !== threadId)
    if (other) await moveThread(transaction, other, kept)
    await transaction.$executeRaw`
      INSERT INTO thread_aliases (slug, thread_id) VALUES (${slug}, ${kept.id})
      ON CONFLICT (slug) DO UPDATE SET thread_id = excluded.thread_id`
    if (isMoved) await rename(transaction, kept, { slug, url })
    return [...new Set([kept.slug, slug, ...(other ? [other.slug] : [])])]
  })
}

type Named = { id: number; slug: string }

/** Makes one of a thread's aliases its address. The previous address becomes an alias. */
async function rename(
  transaction: Prisma.TransactionClient,
  { id, slug: previous }: Named,
  { slug, url }: { slug: string; url: string },
): Promise<void> {
  await transaction.threadAlias.delete({ where: { slug } })
  await transaction.thread.update({ where: { id }, data: { slug, url } })
  await transaction.threadAlias.create({ data: { slug: previous, threadId: id } })
  await transaction.webhookDelivery.updateMany({ where: { slug: previous }, data: { slug } })
}

/** Moves the comments, followers, views and addresses of a thread to another, and deletes it. */
async function moveThread(
  transaction: Prisma.TransactionClient,
  from: Named,
  to: Named,
): Promise<void> {
  await transaction.$executeRaw`SELECT set_config('afterword.merge', 'on', true)`
  await transaction.$executeRaw`UPDATE comments SET post_id = ${to.id} WHERE post_id = ${from.id}`
  await transaction.$executeRaw`
    UPDATE imported_comments AS moved SET post_id = ${to.id} WHERE post_id = ${from.id}
      AND NOT EXISTS (SELECT 1 FROM imported_comments AS other
        WHERE other.post_id = ${to.id} AND other.source_id = moved.source_id)`
  await transaction.$executeRaw`
    INSERT INTO thread_follows (address_id, thread_id, created_at, confirmed_at)
    SELECT address_id, ${to.id}, created_at, confirmed_at FROM thread_follows
     WHERE thread_id = ${from.id}
    ON CONFLICT DO NOTHING`
  // Triggers update the totals: views per day stay the same, and views per thread move.
  await transaction.$executeRaw`
    INSERT INTO view_counts (post_id, day, shard, views)
    SELECT ${to.id}, day, shard, views FROM view_counts WHERE post_id = ${from.id}
    ON CONFLICT (post_id, day, shard) DO UPDATE SET views = view_counts.views + excluded.views`
  await transaction.$executeRaw`
    INSERT INTO view_post_sources (post_id, day, kind, name, shard, views)
    SELECT ${to.id}, day, kind, name, shard, views FROM view_post_sources WHERE post_id = ${from.id}
    ON CONFLICT (post_id, day, kind, name, shard) DO UPDATE
      SET views = view_post_sources.views + excluded.views`
  await transaction.$executeRaw`DELETE FROM view_counts WHERE post_id = ${from.id}`
  await transaction.$executeRaw`
    INSERT INTO view_suspects (day, network, post_id, views)
    SELECT day, network, ${to.id}, views FROM view_suspects WHERE post_id = ${from.id}
    ON CONFLICT (day, network, post_id) DO UPDATE
      SET views = view_suspects.views + excluded.views`
  await transaction.threadAlias.updateMany({
    where: { threadId: from.id },
    data: { threadId: to.id },
  })
  await transaction.webhookDelivery.updateMany({
    where: { slug: from.slug },
    data: { slug: to.slug },
  })
  await transaction.$executeRaw`
    WITH gone AS (DELETE FROM threads WHERE id = ${from.id} RETURNING pinned_comment_id, likes)
    UPDATE threads SET likes = threads.likes + gone.likes,
      pinned_comment_id = coalesce(threads.pinned_comment_id, gone.pinned_comment_id)
      FROM gone WHERE threads.id = ${to.id}`
  // The owner may have entered an alias.
  await transaction.threadAlias.create({ data: { slug: from.slug, threadId: to.id } })
}
