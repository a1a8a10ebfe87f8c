import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { AppError, InvalidInput } from '@/lib/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { errorText, validationText } from '@/lib/i18n/error-text'
import { cardKeys } from '@/lib/posts/link-cards/post-links'
import { followsTitle, slugFromTitle } from '@/lib/posts/post-slug'
import { storeVersion } from '@/lib/posts/versions/store-version'
import { changePost, writeFields, writeWorkingCopy } from './change-post'
import { chooseSlug, findFreeSlug } from './change-slug'
import { isReserved, isReservedId } from './create-post'
import type { EditedPostInput } from './edited-post'
import { type EditedPostRow, lockPost, newPost } from './get-edited-post'
import { pickFields } from './post-fields'

/** The length of a text that may be deleted with its history, in code points: a few words. */
const abandonedLengthMax = 100

/**
 * The result of a save. `savedAt` is in ISO 8601, UTC. The slug of an unpublished post follows its
 * title. `hasNewLinks`: the post contains a link that it did not contain before.
 */
export type SaveOutcome = ReturnType<typeof outcomeOf>

/**
 * Saves a post unless it has changed since the revision `input.base`. Changes to a published post
 * go to its working copy, which readers do not see until an update. The first save creates the
 * post. Sending the same content again changes nothing and returns the same result, so that a
 * request can be repeated.
 * @returns revision 0 for a new post without content, which is not created, or no longer exists
 * @throws PostChanged; InvalidInput if the slug is taken, or a scheduled post has no title;
 * NotFound, including for a deleted post; AppError `unauthorized`, `forbidden` for a moderator;
 * DatabaseUnavailable
 */
export async function saveEditedPost(
  actor: Actor | undefined,
  id: number,
  input: EditedPostInput,
): Promise<SaveOutcome> {
  requireRole(actor, input.isPage ? 'owner' : 'writer')
  const keys = cardKeys(input.content)
  // An editor may be open on a new post that was deleted because it was empty. Its slug was made
  // from the title at that time.
  const start = input.base > 0 && (await isReserved(id)) ? { base: 0, slug: '' } : undefined
  return changePost((transaction) => save(transaction, id, { ...input, ...start, keys }, actor))
}

async function save(
  transaction: Prisma.TransactionClient,
  id: number,
  input: EditedPostInput & { keys: string[] },
  actor: Actor,
): Promise<SaveOutcome> {
  if (input.base === 0) await createPost(transaction, id, input, actor)
  const post = await lockPost(transaction, id, actor)
  if (isUnchanged(post, input)) return finishWithoutChanges(transaction, post)
  if (post.revision !== input.base) throw new PostChanged(post)
  if (await deleteAbandoned(transaction, post, input, actor)) return outcomeOf(newPost(id))
  // Readers, feeds and search engines need a title, as for publishing.
  const isScheduled = post.state === 'scheduled' || post.updateAt !== null
  if (isScheduled && input.title === '')
    throw new InvalidInput([{ field: 'title', message: validationText('titleOfScheduled') }])
  const slug = await chooseSlug(transaction, post, input)
  if (post.revision > 0) await storeVersion(transaction, id, null)
  const fields = { ...post, ...input, slug }
  const savedAt = new Date()
  const hasNewLinks =
    post.state === 'published'
      ? await writeWorkingCopy(transaction, post, fields, savedAt)
      : await writeFields(transaction, post, fields, savedAt)
  await transaction.$executeRaw`UPDATE posts SET revision = revision + 1 WHERE id = ${id}`
  // Losing half of the text at once may be an accident, so keep the previous version.
  const isContinued = input.content.length * 2 > post.content.length
  await storeVersion(transaction, id, actor.staffId, input.force !== true && isContinued)
  const saved = { ...post, slug, revision: post.revision + 1, updatedAt: savedAt }
  return outcomeOf(saved, hasNewLinks)
}

/**
 * Creates an empty post or page with a reserved id, unless an earlier request created it. Comments
 * on pages are closed until someone allows them.
 */
async function createPost(
  transaction: Prisma.TransactionClient,
  id: number,
  { title, isPage = false }: EditedPostInput,
  { staffId }: Actor,
): Promise<void> {
  // Concurrent calls wait here, so that they choose different slugs.
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('posts: a new slug'))`
  const slug = await findFreeSlug(transaction, slugFromTitle(title), { id, isPage })
  await transaction.$executeRaw`
    INSERT INTO posts (id, slug, title, content, tags, draft, is_page, author_id,
      comments_closed, published_at, revision)
    SELECT ${id}, ${slug}, '', '', '{}', true, ${isPage}, ${staffId},
           ${isPage}, now(), 0
     WHERE ${isReservedId(id)}
        ON CONFLICT (id) DO NOTHING`
}

/** Returns the outcome of a save without changes. Deletes a post that it has just created. */
async function finishWithoutChanges(
  transaction: Prisma.TransactionClient,
  post: EditedPostRow,
): Promise<SaveOutcome> {
  if (post.revision > 0) return outcomeOf(post)
  await transaction.post.delete({ where: { id: post.id } })
  return outcomeOf({ ...post, slug: '' })
}

/**
 * Deletes a new post that has become entirely empty, so that no untitled draft stays behind. Keeps
 * one that others may know, or whose history has more than a few words, since emptying it may be an
 * accident.
 * @returns whether it was deleted
 */
async function deleteAbandoned(
  transaction: Prisma.TransactionClient,
  post: EditedPostRow,
  input: EditedPostInput,
  { staffId }: Actor,
): Promise<boolean> {
  const { id, slug, title, isPage } = post
  const isMadeSlug = input.slug === '' || (input.slug === slug && followsTitle(slug, title))
  const isEmpty = isDeepStrictEqual(
    pickFields({ ...post, ...input, slug: '' }),
    pickFields(newPost(id)),
  )
  const isPrivate =
    post.state === 'draft' &&
    !post.wasPublic &&
    post.previewKey === null &&
    post.authorId === staffId &&
    (post.closedBy !== null) === isPage
  if (!isPrivate || !isMadeSlug || !isEmpty) return false
  const count = await transaction.$executeRaw`
    DELETE FROM posts
     WHERE id = ${id} AND NOT EXISTS (SELECT FROM post_files WHERE post_id = ${id})
       AND NOT EXISTS (SELECT FROM post_versions WHERE post_id = ${id}
         AND (length(title || summary || content) > ${abandonedLengthMax}
           OR staff_id IS DISTINCT FROM ${staffId}))`
  return count > 0
}

/**
 * Returns whether there is nothing to save. A repeated request may carry a slug that has since
 * followed the title.
 */
function isUnchanged(post: EditedPostRow, input: EditedPostInput): boolean {
  const isSameSlug =
    input.slug === '' ||
    input.slug === post.slug ||
    (input.base !== post.revision && !post.wasPublic)
  const edited = pickFields({ ...post, ...input, slug: post.slug })
  return isSameSlug && isDeepStrictEqual(pickFields(post), edited)
}

function outcomeOf({ revision, updatedAt, state, slug }: EditedPostRow, hasNewLinks = false) {
  return { revision, savedAt: updatedAt.toISOString(), state, slug, hasNewLinks }
}

/** The post was saved after the revision that an edit is based on. Nothing was overwritten. */
export class PostChanged extends AppError {
  override name = 'PostChanged'

  /** The version that someone else has saved. */
  readonly theirs

  constructor({ revision, title, content, updatedAt, savedBy: by }: EditedPostRow) {
    const theirs = { revision, title, content, savedAt: updatedAt.toISOString(), by }
    super('post-changed', errorText('postChanged'), [], { members: { theirs } })
    this.theirs = theirs
  }
}
