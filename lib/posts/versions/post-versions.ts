import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import type { PostVersion, PostVersionText } from './post-version'

/**
 * Lists the stored versions of a post, newest first.
 * @throws AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function listVersions(
  actor: Actor | undefined,
  postId: number,
): Promise<PostVersion[]> {
  requireRole(actor, 'owner')
  return query(
    (client) => client.$queryRaw<PostVersion[]>`
      SELECT revision, saved_at AS "savedAt", coalesce(staff.name, '') AS by, published,
             octet_length(content) AS "contentBytes"
        FROM post_versions LEFT JOIN staff ON staff.id = staff_id
       WHERE post_id = ${postId} ORDER BY revision DESC`,
  )
}

/**
 * Returns the content of a post at one revision.
 * @throws NotFound; AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function getVersion(
  actor: Actor | undefined,
  postId: number,
  revision: number,
): Promise<PostVersionText> {
  requireRole(actor, 'owner')
  const version = await query((client) =>
    client.postVersion.findUnique({
      where: { postId_revision: { postId, revision } },
      select: {
        revision: true,
        slug: true,
        title: true,
        summary: true,
        content: true,
        tags: true,
        cover: true,
        coverAlt: true,
      },
    }),
  )
  if (!version) throw new NotFound('version', revision)
  return version
}
