import 'server-only'
import { type Actor, requireRole } from '@/lib/auth/actor'
import { queryRows } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPublic } from '@/lib/posts/is-public'
import { type ClosedBy, commentsClosedBy } from '@/lib/settings/comments-closed'
import { isReserved } from './create-post'
import type { EditedPost, PostStatus } from './edited-post'
import { isEditableBy } from './post-access'

/** A row of `posts` for the admin area, with the fields of the working copy, if there is one. */
export type EditedPostRow = Omit<EditedPost, 'state' | 'publishedAt'> & {
  state: PostStatus
  publishedAt: Date
  updatedAt: Date
  previewKey: string | null
  authorId: string | null
  /** The slug that readers use. */
  publicSlug: string
  /** True if the post has a working copy. */
  isChanged: boolean
  /** The time at which the working copy will be published. */
  updateAt: Date | null
  /** The reason why comments are closed. Before publication, only `post` or null. */
  closedBy: ClosedBy
  /** True if the post is or was public, so that readers may know its URL. */
  wasPublic: boolean
}

/** The state of a row of `posts`. A deleted post is a draft. */
export const stateOfPost = Prisma.sql`(CASE WHEN posts.draft THEN 'draft'
  WHEN posts.published_at > now() THEN 'scheduled' ELSE 'published' END)`

/** The columns of `posts` that working copies and versions have, too. */
export const contentColumns = [
  'slug',
  'title',
  'summary',
  'content',
  'cover',
  'cover_alt',
  'meta_title',
  'meta_description',
  'social_image',
  'canonical',
  'noindex',
  'tags',
]

const copied = contentColumns.map((name) => {
  const fallback = name === 'tags' ? ", '{}'" : ''
  return `coalesce(copy.${name}, posts.${name}${fallback}) AS ${name}`
})

/**
 * The posts as editors see them, to select from instead of `posts`. The fields of a working copy
 * replace those of its post.
 */
export const editedPosts = Prisma.sql`(
  SELECT posts.id, posts.revision, posts.draft, posts.is_page, posts.author_id, posts.published_at,
         posts.preview_key,
         posts.deleted_at, posts.shown_at, posts.comments_closed, posts.comments_close_after_days,
         posts.slug AS public_slug, copy.post_id IS NOT NULL AS is_changed, copy.update_at,
         ${Prisma.raw(copied.join())},
         coalesce(copy.saved_at, posts.updated_at) AS updated_at
    FROM posts LEFT JOIN post_working_copies AS copy ON copy.post_id = posts.id) AS posts`

/** @param actor undefined for a timer, which may see all posts */
const findPost = (id: number, actor: Actor | undefined) => Prisma.sql`
  SELECT posts.id, posts.revision, posts.slug, posts.title, posts.summary, posts.tags, posts.cover,
    posts.cover_alt AS "coverAlt", posts.content, posts.meta_title AS "metaTitle",
    posts.meta_description AS "metaDescription", posts.social_image AS "socialImage",
    posts.canonical, posts.noindex,
    CASE WHEN ${isPublic} THEN ${commentsClosedBy} WHEN posts.comments_closed THEN 'post' END
      AS "closedBy",
    ${stateOfPost} AS state, posts.is_page AS "isPage", posts.published_at AS "publishedAt",
    posts.updated_at AS "updatedAt", posts.preview_key AS "previewKey",
    posts.author_id AS "authorId", posts.public_slug AS "publicSlug",
    posts.is_changed AS "isChanged", posts.update_at AS "updateAt",
    coalesce((SELECT staff.name FROM post_versions AS version
      JOIN staff ON staff.id = version.staff_id
      WHERE version.post_id = posts.id AND version.revision = posts.revision
        AND staff.id IS DISTINCT FROM ${actor?.staffId ?? null}), '') AS "savedBy",
    (posts.shown_at IS NOT NULL OR (${isPublic})) AS "wasPublic"
    FROM ${editedPosts}
   WHERE id = ${id} AND deleted_at IS NULL AND ${actor ? isEditableBy(actor) : Prisma.sql`true`}`

/**
 * Reads a post and locks its row until the transaction ends.
 * @param actor undefined for a timer
 * @throws NotFound if it does not exist, is deleted or belongs to someone else
 */
export async function lockPost(
  transaction: Prisma.TransactionClient,
  id: number,
  actor: Actor | undefined,
): Promise<EditedPostRow> {
  // A separate statement, so that the next one sees changes committed while this one waited.
  await transaction.$executeRaw`SELECT FROM posts WHERE id = ${id} FOR NO KEY UPDATE`
  const [row] = await transaction.$queryRaw<EditedPostRow[]>(findPost(id, actor))
  if (!row) throw new NotFound('post', id)
  return row
}

/** Returns a post that has not been saved yet. */
export const newPost = (id: number): EditedPostRow => ({
  id,
  revision: 0,
  slug: '',
  title: '',
  summary: '',
  tags: [],
  cover: '',
  coverAlt: '',
  content: '',
  isPage: false,
  state: 'draft',
  publishedAt: new Date(),
  updatedAt: new Date(),
  metaTitle: '',
  metaDescription: '',
  socialImage: '',
  canonical: '',
  noindex: false,
  closedBy: null,
  savedBy: '',
  previewKey: null,
  authorId: null,
  publicSlug: '',
  isChanged: false,
  updateAt: null,
  wasPublic: false,
})

/**
 * Returns a post for the admin area, with its unpublished changes.
 * @param orNew returns an empty post with revision 0 for an id from `reservePostId`
 * @throws NotFound, including for a deleted post; AppError `unauthorized`, `forbidden` for a
 * moderator; DatabaseUnavailable
 */
export async function getEditedPost(actor: Actor | undefined, id: number, orNew = false) {
  requireRole(actor, 'writer')
  const [found] = await queryRows<EditedPostRow>(findPost(id, actor))
  // The first save makes this staff member the author.
  const added = { ...newPost(id), authorId: actor.staffId }
  const row = found ?? (orNew && (await isReserved(id)) ? added : undefined)
  if (!row) throw new NotFound('post', id)
  const { updatedAt, publishedAt, previewKey, authorId, wasPublic, publicSlug, ...rest } = row
  const { isChanged, updateAt, closedBy, ...fields } = rest
  const at = fields.state === 'draft' ? null : publishedAt.toISOString()
  const post: EditedPost = { ...fields, publishedAt: at }
  return { post, previewKey, authorId, publicSlug, isChanged, closedBy }
}
