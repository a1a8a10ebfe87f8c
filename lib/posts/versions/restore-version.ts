import 'server-only'
import type { Actor } from '@/lib/auth/actor'
import { getEditedPost } from '@/lib/posts/editing/get-edited-post'
import { type SaveOutcome, saveEditedPost } from '@/lib/posts/editing/save-edited-post'
import { getVersion } from './post-versions'

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
  const { revision: _, slug: __, ...said } = await getVersion(actor, id, revision)
  const { post } = await getEditedPost(actor, id)
  const outcome = await saveEditedPost(actor, id, { ...said, slug: post.slug, base, force: true })
  return { outcome, content: said.content }
}
