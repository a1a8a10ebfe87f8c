import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { inTransaction, violates } from '@/lib/db/client'
import type { Prisma } from '@/lib/generated/prisma/client'
import { cardKeys, writePostLinks } from '@/lib/posts/link-cards/post-links'
import { redirectSlug, requireFreeSlug, slugTakenError } from './change-slug'
import type { EditedPostRow } from './get-edited-post'
import { type PostFields, pickFields } from './post-fields'

/** The fields of a post, and the keys of the link cards in its text. */
type WithKeys = PostFields & { keys: string[] }

/**
 * Runs `work` in a transaction.
 * @throws InvalidInput if another post gets the slug at the same time; DatabaseUnavailable; any
 * error of `work`
 */
export async function changePost<Result>(
  work: (transaction: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(work)
  } catch (error) {
    if (violates(error, 'slug')) throw slugTakenError()
    throw error
  }
}

/**
 * Writes the fields of a locked post, and deletes its working copy. The previous slug redirects if
 * it was public.
 * @returns whether the post contains a new link
 */
export async function writeFields(
  transaction: Prisma.TransactionClient,
  { id, publicSlug, wasPublic }: EditedPostRow,
  fields: WithKeys,
  updatedAt = new Date(),
): Promise<boolean> {
  const { keys, slug } = fields
  await transaction.post.update({ where: { id }, data: { ...pickFields(fields), updatedAt } })
  await transaction.workingCopy.deleteMany({ where: { postId: id } })
  if (slug !== publicSlug && wasPublic) await redirectSlug(transaction, id, publicSlug, slug)
  return writePostLinks(transaction, id, keys)
}

/**
 * Writes the working copy of a locked, published post, or deletes it if nothing has changed.
 * @returns as `writeFields` does
 */
export async function writeWorkingCopy(
  transaction: Prisma.TransactionClient,
  { id: postId, updateAt }: EditedPostRow,
  fields: WithKeys,
  savedAt: Date,
): Promise<boolean> {
  const columns = pickFields(fields)
  const published = await transaction.post.findUniqueOrThrow({ where: { id: postId } })
  if (updateAt === null && isDeepStrictEqual(pickFields(published), columns))
    await transaction.workingCopy.deleteMany({ where: { postId } })
  else
    await transaction.workingCopy.upsert({
      where: { postId },
      create: { postId, ...columns, savedAt },
      update: { ...columns, savedAt },
    })
  // Keeps the links of the published version, which readers still see.
  return writePostLinks(transaction, postId, fields.keys, { keepsOthers: true })
}

/**
 * Publishes the working copy of a locked post, if there is one.
 * @returns the new public slug
 * @throws InvalidInput if another post has or had the new slug
 */
export async function applyWorkingCopy(
  transaction: Prisma.TransactionClient,
  post: EditedPostRow,
): Promise<string> {
  if (!post.isChanged) return post.publicSlug
  if (post.slug !== post.publicSlug) await requireFreeSlug(transaction, post.id, post.slug)
  await writeFields(transaction, post, { ...post, keys: cardKeys(post.content) })
  return post.slug
}
