import 'server-only'
import { inTransaction, query } from '@/lib/db/client'
import { importErrorText } from '@/lib/i18n/error-text'
import { isSamePost } from '@/lib/importers/files/compose-post-file'
import { findExistingPosts, refuseFormerSlug } from '@/lib/importers/files/existing-posts'
import { writePost } from '@/lib/importers/write-post'
import { type ForeignPost, NotAPost } from './imported-post'

/**
 * Saves a post from another blog.
 * @param overwrite replaces an existing post with the same slug
 * @returns whether its text was written. It is not written if it is already here unchanged, or if
 * it was imported with comments and then changed here; in that case, `refusal` explains why.
 * @throws NotAPost if another post has its slug; DatabaseUnavailable
 */
export async function saveForeignPost(
  { post, commentsClosed }: ForeignPost,
  overwrite = false,
): Promise<{ isWritten: boolean; refusal?: NotAPost }> {
  const existing = await findExistingPosts('', [post.slug])
  const known = existing.find(({ slug }) => slug === post.slug)
  // A draft without a date got the date of its import.
  const publishedAt = known?.draft && post.draft ? known.publishedAt : post.publishedAt
  const isSame = known !== undefined && isSamePost(known, { ...post, publishedAt })
  if (!isSame) refuseFormerSlug(post.slug, existing)
  const isWritten = !known || (!isSame && overwrite)
  const refusal =
    isSame || isWritten ? undefined : new NotAPost(importErrorText('exists', { slug: post.slug }))
  if (known && refusal) {
    const imported = await query((client) =>
      client.importedComment.count({
        where: { postId: known.id, sourceId: { startsWith: 'wordpress:' } },
      }),
    )
    if (imported === 0) throw refusal
  }
  if (isWritten)
    await inTransaction(async (transaction) => {
      const id = await writePost(transaction, post)
      if (!known) await transaction.post.update({ where: { id }, data: { commentsClosed } })
    })
  return { isWritten, ...(refusal && { refusal }) }
}
