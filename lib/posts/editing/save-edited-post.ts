import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query, violates } from '@/lib/db/client'
import { AppError, InvalidInput } from '@/lib/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { errorText, validationText } from '@/lib/i18n/error-text'
import { fetchedCards, writePostLinks } from '@/lib/posts/link-cards/post-links'
import { keepVersion } from '@/lib/posts/versions/keep-version'
import { chooseSlug, redirectSlug, slugTaken } from './change-slug'
import type { EditedPostInput, SavedPost, TheirPost } from './edited-post'
import { type EditedPostRow, lockPost } from './get-edited-post'

/** The result of a save. */
export type SaveOutcome = SavedPost & {
  /** The current and previous slug of a public post, whose pages must be invalidated. */
  changedSlugs: string[]
  /** The post contains a link that it did not contain before. */
  hasNewLinks: boolean
}

type Kept = Pick<EditedPostRow, 'revision' | 'updatedAt'>

/**
 * Saves a post unless somebody saved it after the revision that the edit is based on. Sending the
 * same content again changes nothing and returns the same result, so that a request can be
 * repeated.
 * @throws PostChanged; InvalidInput if the slug is taken, or a post that is not a draft has no
 * title; NotFound, also for a deleted post; AppError `unauthorized`, `forbidden` for a moderator;
 * DatabaseUnavailable
 */
export async function saveEditedPost(
  actor: Actor | undefined,
  id: number,
  input: EditedPostInput,
): Promise<SaveOutcome> {
  requireRole(actor, 'owner')
  const keys = fetchedCards(input.content).map(({ key }) => key)
  try {
    return await query((client) =>
      client.$transaction((transaction) => save(transaction, id, input, keys, actor.staffId)),
    )
  } catch (error) {
    // Another post got the slug at the same moment.
    if (violates(error, 'slug')) throw slugTaken()
    throw error
  }
}

async function save(
  transaction: Prisma.TransactionClient,
  id: number,
  input: EditedPostInput,
  keys: string[],
  staffId: string | null,
): Promise<SaveOutcome> {
  const post = await lockPost(transaction, id)
  if (isUnchanged(post, input)) return outcomeOf(post, post)
  if (post.revision !== input.base) throw new PostChanged(await readTheirs(transaction, post))
  // Readers, feeds and search engines need a title, so the rule of publishing applies here too.
  if (post.state !== 'draft' && input.title === '')
    throw new InvalidInput([{ field: 'title', message: validationText('titleOfPublic') }])
  const slug = await chooseSlug(transaction, post, input)
  await keepVersion(transaction, id, null)
  const { title, summary, content, tags, cover, coverAlt } = input
  const kept = await transaction.post.update({
    where: { id },
    data: { slug, title, summary, content, tags, cover, coverAlt, revision: { increment: 1 } },
    select: { revision: true, updatedAt: true },
  })
  if (slug !== post.slug && post.wasPublic) await redirectSlug(transaction, id, post.slug, slug)
  const hasNewLinks = await writePostLinks(transaction, id, keys)
  // Losing half of the text at once may be an accident, so the previous version stays.
  const isContinued = content.length * 2 > post.content.length
  await keepVersion(transaction, id, staffId, input.force !== true && isContinued)
  return { ...outcomeOf({ ...post, slug }, kept, post.slug), hasNewLinks }
}

/**
 * Returns whether there is nothing to save. A repeated request may carry a slug that has since
 * followed the title.
 */
function isUnchanged(post: EditedPostRow, input: EditedPostInput): boolean {
  const isSlug =
    input.slug === '' ||
    input.slug === post.slug ||
    (input.base !== post.revision && !post.wasPublic)
  const fields = ['content', 'title', 'summary', 'cover', 'coverAlt', 'tags'] as const
  return isSlug && fields.every((field) => isDeepStrictEqual(post[field], input[field]))
}

async function readTheirs(
  transaction: Prisma.TransactionClient,
  { id, revision, title, content, updatedAt }: EditedPostRow,
) {
  const version = await transaction.postVersion.findUnique({
    where: { postId_revision: { postId: id, revision } },
    select: { staff: { select: { name: true } } },
  })
  return {
    revision,
    title,
    content,
    savedAt: updatedAt.toISOString(),
    by: version?.staff?.name ?? '',
  }
}

function outcomeOf(
  { slug, state }: EditedPostRow,
  { revision, updatedAt }: Kept,
  slugBefore?: string,
): SaveOutcome {
  const changedSlugs =
    slugBefore !== undefined && state === 'published' ? [...new Set([slug, slugBefore])] : []
  const savedAt = updatedAt.toISOString()
  return { revision, savedAt, state, slug, changedSlugs, hasNewLinks: false }
}

/** The post was saved after the revision that an edit is based on. Nothing was overwritten. */
export class PostChanged extends AppError {
  override name = 'PostChanged'

  constructor(readonly theirs: TheirPost) {
    super('post-changed', errorText('postChanged'), [], { members: { theirs } })
  }
}
