import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { isReserved } from './create-post'
import { editedPosts, stateOfPost } from './get-edited-post'
import { isEditableBy } from './post-access'

/** The state of a post as its admin page shows it. */
export type PostState = {
  /** `new`: not saved yet. A scheduled post is `published` once its time has come. */
  status: 'new' | 'draft' | 'scheduled' | 'published' | 'deleted'
  /** True if the working copy differs from the published version. */
  changed: boolean
  /** The time of the scheduled update in ISO 8601, UTC; null if none is scheduled. */
  updateAt: string | null
  /** The time at which a scheduled post will be published, in ISO 8601, UTC; otherwise null. */
  publishAt: string | null
}

type Time = 'updateAt' | 'publishAt'
type WithRevision = PostState & { revision: number }

/**
 * Returns the state of a post and the number of its latest save.
 * @throws NotFound; AppError `unauthorized`, `forbidden` for a moderator; DatabaseUnavailable
 */
export async function getPostState(actor: Actor | undefined, id: number): Promise<WithRevision> {
  requireRole(actor, 'writer')
  const [row] = await queryRows<Omit<WithRevision, Time> & Record<Time, Date | null>>`
    SELECT posts.revision, posts.is_changed AS changed, posts.update_at AS "updateAt",
           CASE WHEN ${stateOfPost} = 'scheduled' THEN posts.published_at END AS "publishAt",
           CASE WHEN posts.deleted_at IS NULL THEN ${stateOfPost} ELSE 'deleted' END AS status
      FROM ${editedPosts} WHERE posts.id = ${id} AND ${isEditableBy(actor)}`
  if (row) {
    const { updateAt, publishAt } = row
    const isoOf = (time: Date | null) => time?.toISOString() ?? null
    return { ...row, updateAt: isoOf(updateAt), publishAt: isoOf(publishAt) }
  }
  if (!(await isReserved(id))) throw new NotFound('post', id)
  return { status: 'new', changed: false, updateAt: null, publishAt: null, revision: 0 }
}
