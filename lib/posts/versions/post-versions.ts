import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { query, queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import type { PostVersion as PostVersionRow } from '@/lib/generated/prisma/client'
import { getEditedPost } from '@/lib/posts/editing/get-edited-post'
import { requirePostAccess } from '@/lib/posts/editing/post-access'
import { pickFields } from '@/lib/posts/editing/post-fields'
import { type SaveOutcome, saveEditedPost } from '@/lib/posts/editing/save-edited-post'

/** A version in the history list. */
type PostVersion = Pick<PostVersionRow, 'revision' | 'savedAt' | 'published'> & {
  /** The name of the person who saved it; empty for a file, or if they have left. */
  by: string
}

/**
 * Lists the stored versions of a post, newest first.
 * @throws NotFound; AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function listVersions(actor: Actor | undefined, postId: number) {
  await requirePostAccess(actor, postId)
  return queryRows<PostVersion>`
    SELECT revision, saved_at AS "savedAt", coalesce(staff.name, '') AS by, published
      FROM post_versions LEFT JOIN staff ON staff.id = staff_id
     WHERE post_id = ${postId} ORDER BY revision DESC`
}

/**
 * Returns the content of a post at one revision.
 * @throws NotFound; AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function getVersion(actor: Actor | undefined, postId: number, revision: number) {
  await requirePostAccess(actor, postId)
  const version = await query((client) =>
    client.postVersion.findUnique({
      where: { postId_revision: { postId, revision } },
    }),
  )
  if (!version) throw new NotFound('version', revision)
  return version
}

/**
 * Restores the content of an earlier revision as a new version. The current version stays in the
 * history. The slug does not change, since readers know it.
 * @param base the current revision when the history was loaded
 * @returns the result of the save and the restored text
 * @throws PostChanged; NotFound; AppError `unauthorized`, `forbidden` for a moderator;
 * DatabaseUnavailable
 */
export async function restoreVersion(
  actor: Actor | undefined,
  id: number,
  { revision, base }: { revision: number; base: number },
): Promise<{ outcome: SaveOutcome; content: string }> {
  const version = await getVersion(actor, id, revision)
  const { post } = await getEditedPost(actor, id)
  // Versions from before the search options existed do not have them.
  const stored = Object.entries(version).filter(([, value]) => value !== null)
  const fields = pickFields({ ...post, ...Object.fromEntries(stored) })
  const outcome = await saveEditedPost(actor, id, { ...fields, slug: post.slug, base, force: true })
  return { outcome, content: fields.content }
}
