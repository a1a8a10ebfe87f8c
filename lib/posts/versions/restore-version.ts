import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { getEditedPost } from '@/lib/posts/editing/get-edited-post'
import { type SaveOutcome, saveEditedPost } from '@/lib/posts/editing/save-edited-post'
import { getVersion } from './post-versions'

/**
 * Lets a post say again what it said at an earlier revision. That makes a new one: what it said until now stays in its
 * history. Its slug stays as it is: readers know it.
 *
 * @param base the revision the history was looked at under
 * @returns what was saved, and the text of it
 * @throws PostChanged; NotFound; AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function restoreVersion(
  actor: Actor | undefined,
  id: number,
  { revision, base }: { revision: number; base: number },
): Promise<{ outcome: SaveOutcome; content: string }> {
  const { revision: _, slug: __, ...said } = await getVersion(actor, id, revision)
  const { post } = await getEditedPost(actor, id)
  const outcome = await saveEditedPost(actor, id, { ...said, slug: post.slug, base, force: true })
  return { outcome, content: said.content }
}
