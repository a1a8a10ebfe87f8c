import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { AppError, DatabaseUnavailable, InvalidInput, messageOf, NotFound } from '@/lib/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { errorText, validationText } from '@/lib/i18n/error-text'
import { isPublic } from '@/lib/posts/is-public'
import { cardKeys, writePostLinks } from '@/lib/posts/link-cards/post-links'
import { storeVersion } from '@/lib/posts/versions/store-version'
import { applyWorkingCopy, changePost } from './change-post'
import type { PostStatus } from './edited-post'
import { type EditedPostRow, lockPost, stateOfPost } from './get-edited-post'

/**
 * Publishes a post now, or schedules it. A post that was public before keeps its date, since it is
 * not new to readers. Without `at`, publishes the working copy of a published post.
 * @param at a time in the future, or the past with `mayBePast`, which publishes the post with this
 * date; for a published post, its new date, which must be in the past
 * @returns the new state, and the current and previous slugs, whose pages must be invalidated
 * @throws InvalidInput without a title, for a past time without `mayBePast`, and for a future time
 * of a published post, since only `unpublishPost` hides a post from readers; NotFound; AppError
 * `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function publishPost(
  actor: Actor | undefined,
  id: number,
  at?: Date,
  { mayBePast = false } = {},
) {
  requireRole(actor, 'writer')
  return changePost(async (transaction) => {
    const post = await lockPost(transaction, id, actor)
    requireTitle(post)
    // Use the clock of the database, which determines which posts are public. The column rounds to
    // milliseconds, and must not round to a future time.
    await transaction.$executeRaw`
      UPDATE posts
         SET draft = false, updated_at = now(),
             published_at = coalesce(${at ?? null}::timestamptz,
               CASE WHEN ${post.wasPublic} AND published_at <= now() THEN published_at
                 ELSE date_trunc('milliseconds', now()) END)
       WHERE id = ${id}`
    const [place] = await transaction.$queryRaw<{ state: PostStatus }[]>`
      UPDATE posts SET shown_at = CASE WHEN published_at <= now() THEN now() ELSE shown_at END
       WHERE id = ${id} RETURNING ${stateOfPost} AS state`
    if (!place) throw new NotFound('post', id)
    const isNewDate = at !== undefined && post.state === 'published'
    if (isNewDate && place.state !== 'published') throw invalidTime('at', 'unpublishFirst')
    if (at && !isNewDate && !mayBePast && place.state === 'published')
      throw invalidTime('at', 'futureTime')
    // A new date does not publish unfinished changes.
    const slug = isNewDate ? post.publicSlug : await applyWorkingCopy(transaction, post)
    await storeVersion(transaction, id, null)
    return { state: place.state, changedSlugs: changedSlugs(post, slug) }
  })
}

/**
 * Turns a published or scheduled post back into a draft, with its unpublished changes. The post
 * keeps its comments and views, and its slug if another post has taken the new one.
 * @returns as `publishPost` does
 * @throws NotFound; AppError `edit-conflict`, `unauthorized`, `forbidden` for a moderator;
 * DatabaseUnavailable
 */
export async function unpublishPost(actor: Actor | undefined, id: number) {
  requireRole(actor, 'writer')
  return changePost(async (transaction) => {
    const post = await lockPost(transaction, id, actor)
    if (post.state === 'draft') throw new AppError('edit-conflict', errorText('notDraft'))
    const slug = await applyOrKeepSlug(transaction, post)
    // The timer may not have recorded yet that the post was public.
    await transaction.post.update({
      where: { id },
      data: { draft: true, ...(post.wasPublic && { shownAt: new Date() }) },
    })
    return { state: 'draft' as const, changedSlugs: changedSlugs(post, slug) }
  })
}

/**
 * Schedules the update of a published post: a timer publishes the working copy as it is by then.
 * @param at a time in the future; null cancels the scheduled update
 * @throws InvalidInput without changes or a title, or for a time in the past; NotFound; AppError
 * `edit-conflict` if the update to cancel is no longer scheduled, `unauthorized`, `forbidden` for a
 * moderator; DatabaseUnavailable
 */
export async function scheduleUpdate(
  actor: Actor | undefined,
  id: number,
  at: Date | null,
): Promise<void> {
  requireRole(actor, 'writer')
  await changePost(async (transaction) => {
    const post = await lockPost(transaction, id, actor)
    if (!at && !post.updateAt) throw new AppError('edit-conflict', errorText('notScheduled'))
    if (at) requireTitle(post)
    if (at && !post.isChanged)
      throw new InvalidInput([{ field: 'updateAt', message: validationText('noChanges') }])
    if (at && at.getTime() <= Date.now()) throw invalidTime('updateAt', 'futureUpdate')
    await transaction.workingCopy.updateMany({ where: { postId: id }, data: { updateAt: at } })
  })
}

/**
 * Discards the unpublished changes of a post. They stay in the history.
 * @throws NotFound; AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function discardChanges(actor: Actor | undefined, id: number): Promise<void> {
  requireRole(actor, 'writer')
  await changePost(async (transaction) => {
    if (!(await lockPost(transaction, id, actor)).isChanged) return
    await transaction.workingCopy.delete({ where: { postId: id } })
    // A new revision, so that other open editors notice it.
    await transaction.$executeRaw`UPDATE posts SET revision = revision + 1 WHERE id = ${id}`
    const { content } = await lockPost(transaction, id, actor)
    await writePostLinks(transaction, id, cardKeys(content))
    await storeVersion(transaction, id, actor.staffId)
  })
}

/**
 * Publishes the working copies whose time has come. `findDuePosts` then returns their posts. A post
 * keeps its slug if another post has taken the new one.
 * @returns the previous slugs, whose pages must be invalidated
 * @throws DatabaseUnavailable
 */
export async function publishDueUpdates(): Promise<string[]> {
  const due = await queryRows<{ postId: number }>`
    SELECT post_id AS "postId" FROM post_working_copies JOIN posts ON id = post_id
     WHERE update_at <= now() AND ${isPublic} ORDER BY update_at`
  const slugs: string[] = []
  for (const { postId } of due) slugs.push(...(await publishOrLog(postId)))
  return slugs
}

/** Logs an update that cannot be published, so that it does not stop those of other posts. */
const publishOrLog = (id: number): Promise<string[]> =>
  changePost((transaction) => publishDueUpdate(transaction, id)).catch((error: unknown) => {
    if (error instanceof DatabaseUnavailable) throw error
    console.warn(`The update of post ${id} could not be published: ${messageOf(error)}`)
    return []
  })

async function publishDueUpdate(
  transaction: Prisma.TransactionClient,
  id: number,
): Promise<string[]> {
  const post = await lockPost(transaction, id, undefined)
  // Someone may have postponed or published it in the meantime.
  if (!post.updateAt || post.updateAt.getTime() > Date.now()) return []
  await applyOrKeepSlug(transaction, post)
  await transaction.post.update({ where: { id }, data: { shownAt: null } })
  await storeVersion(transaction, id, null)
  return [post.publicSlug]
}

/**
 * Works like `applyWorkingCopy`, but keeps the public slug if another post has taken the new one.
 */
async function applyOrKeepSlug(
  transaction: Prisma.TransactionClient,
  post: EditedPostRow,
): Promise<string> {
  try {
    return await applyWorkingCopy(transaction, post)
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    console.warn(`The update of post ${post.id} did not change its slug: ${messageOf(error)}`)
    return applyWorkingCopy(transaction, { ...post, slug: post.publicSlug })
  }
}

function requireTitle({ title }: EditedPostRow): void {
  if (title === '')
    throw new InvalidInput([{ field: 'title', message: validationText('titleToPublish') }])
}

const invalidTime = (field: string, text: 'futureTime' | 'futureUpdate' | 'unpublishFirst') =>
  new InvalidInput([{ field, message: validationText(text) }])

const changedSlugs = ({ publicSlug }: EditedPostRow, slug: string) => [
  ...new Set([slug, publicSlug]),
]
