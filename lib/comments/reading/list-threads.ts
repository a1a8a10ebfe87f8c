import 'server-only'
import { cutThreads } from './cut-threads'
import type { ShownThreads, ThreadOrder } from './shown-comment'
import { readThreadRows } from './thread-rows'

/**
 * One reading page of a post's threads, in one query of bounded work. Replies stand oldest first in either order.
 * Empty for a slug nobody knows.
 *
 * @param slug the post's present one
 * @param options.after `lastId` of the page before; where that is no thread of the post, the page is empty
 * @throws DatabaseUnavailable
 */
export async function listThreads(
  slug: string,
  options: { order?: ThreadOrder; after?: number } = {},
): Promise<ShownThreads> {
  return cutThreads(
    await readThreadRows({ slug, order: options.order ?? 'oldest', after: options.after }),
  )
}
