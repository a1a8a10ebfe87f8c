import 'server-only'
import { InvalidInput } from '@/lib/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { validationText } from '@/lib/i18n/error-text'
import { isPublic } from '@/lib/posts/is-public'
import { followsTitle, slugFromTitle } from '@/lib/posts/post-slug'
import { isReservedSegment } from '@/lib/posts/reserved-segments'
import { threadIdBySlug } from '@/lib/threads/public-thread'
import type { EditedPostInput } from './edited-post'
import type { EditedPostRow } from './get-edited-post'

/**
 * Chooses the slug of a saved post. An unpublished post's slug follows its title unless it was set
 * by hand. A published post keeps its slug until another is requested.
 * @param input `correctsSlug`: adds a number to a slug that is taken
 * @throws InvalidInput if another post has or had the slug, or it is reserved
 */
export async function chooseSlug(
  transaction: Prisma.TransactionClient,
  post: EditedPostRow,
  input: Pick<EditedPostInput, 'slug' | 'title' | 'correctsSlug'>,
): Promise<string> {
  if (input.slug !== '' && input.slug !== post.slug) {
    if (input.correctsSlug) return findFreeSlug(transaction, input.slug, post)
    if (post.isPage && isReservedSegment(input.slug))
      throw slugTakenError(validationText('slugReserved'))
    await requireFreeSlug(transaction, post.id, input.slug)
    return input.slug
  }
  const isDerived = input.slug === '' || followsTitle(post.slug, post.title)
  if (post.wasPublic || !isDerived || followsTitle(post.slug, input.title)) return post.slug
  return findFreeSlug(transaction, slugFromTitle(input.title), post)
}

/**
 * Rejects a slug that another post has or had, because old slugs redirect.
 * @throws InvalidInput
 */
export async function requireFreeSlug(
  transaction: Prisma.TransactionClient,
  id: number,
  slug: string,
): Promise<void> {
  const [taken] = await transaction.$queryRaw<
    { title: string; isDeleted: boolean; isKnown: boolean }[]
  >`
    SELECT title, deleted_at IS NOT NULL AS "isDeleted",
           (${isPublic}) OR NOT EXISTS (
             SELECT FROM posts AS own JOIN staff ON staff.id = own.author_id
              WHERE own.id = ${id} AND staff.role = 'writer'
                AND posts.author_id IS DISTINCT FROM own.author_id) AS "isKnown"
      FROM posts WHERE id = ${threadIdBySlug(slug)} AND id <> ${id}`
  if (!taken) return
  // A writer must not learn the titles of someone else's drafts.
  if (!taken.isKnown) throw slugTakenError()
  const values = { title: taken.title || 'Untitled', isDeleted: String(taken.isDeleted) }
  throw slugTakenError(validationText('slugOfPost', values))
}

/** Returns the error for a slug that another post uses. */
export function slugTakenError(message = validationText('slugTaken')): InvalidInput {
  return new InvalidInput([{ field: 'slug', message }])
}

/**
 * Redirects the previous slug of a post to the post. A slug that is in use again no longer
 * redirects.
 * @param before the previous slug, if it was public
 */
export async function redirectSlug(
  transaction: Prisma.TransactionClient,
  id: number,
  before: string,
  slug: string,
): Promise<void> {
  await transaction.postRedirect.deleteMany({ where: { slug } })
  await transaction.postRedirect.upsert({
    where: { slug: before },
    create: { slug: before, postId: id },
    update: { postId: id },
  })
}

/**
 * Returns a slug that no post has or had: the wanted one, or the wanted one with the smallest free
 * number.
 * @param post gets the slug; its own slugs count as free
 */
export async function findFreeSlug(
  transaction: Prisma.TransactionClient,
  wanted: string,
  { id, isPage }: Pick<EditedPostRow, 'id' | 'isPage'>,
): Promise<string> {
  const rows = await transaction.$queryRaw<{ slug: string }[]>`
    SELECT slug FROM posts WHERE id <> ${id} AND starts_with(slug, ${wanted})
     UNION ALL
    SELECT slug FROM post_redirects WHERE post_id <> ${id} AND starts_with(slug, ${wanted})`
  const taken = new Set(rows.map(({ slug }) => slug))
  if (!taken.has(wanted) && !(isPage && isReservedSegment(wanted))) return wanted
  let number = 2
  while (taken.has(`${wanted}-${number}`)) number++
  return `${wanted}-${number}`
}
