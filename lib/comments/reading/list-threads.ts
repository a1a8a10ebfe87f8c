import 'server-only'
import { cutThreads } from './cut-threads'
import type { ShownThreads, ThreadOrder } from './shown-comment'
import { readThreadRows } from './thread-rows'

/**
 * Returns one page of a post's threads in one query of bounded cost. Replies are oldest first in
 * either order. The page is empty for an unknown slug.
 *
 * @param slug the current slug of the post
 * @param options.after `lastId` of the previous page; if it is not a thread of the post, the page
 * is empty
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
