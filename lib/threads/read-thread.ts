import 'server-only'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { StaffRole } from '@/lib/auth/actor'
import type { Thread, ThreadComment } from '@/lib/client'
import type { CommentRow } from '@/lib/comments/comment-row'
import { listCommentRows, type PageOptions } from '@/lib/comments/reading/list-comments'
import { queryRows } from '@/lib/db/client'
import { siteOrigin } from '@/lib/env'
import { Prisma, type Thread as ThreadModel } from '@/lib/generated/prisma/client'
import { commentFeedHtml } from '@/lib/markdown/write-feed-html'
import { getBlog } from '@/lib/settings/get-blog'
import { parseUrl } from '@/lib/text/parse-url'
import { findSite } from './find-site'
import { isThreadClosed, publicCommentCount, publicThreadBySlug } from './public-thread'
import { isPageSlug } from './thread-slug'
import { threadUrl } from './thread-url'

type Head = Pick<ThreadModel, 'slug' | 'title' | 'url' | 'closed' | 'likes'> & {
  language: string | null
  count: number
}

type Row = CommentRow & {
  isPinned: boolean
  depth: number
  likes: number
  answeredId: number | null
  editedAt: Date | null
  isVerified: boolean
  staffRole: StaffRole | null
}

const columns = Prisma.sql`, comment.depth, comment.likes, comment.answered_id AS "answeredId",
  comment.edited_at AS "editedAt", comment.verified_at IS NOT NULL AS "isVerified",
  (SELECT role::text FROM staff WHERE staff.id = comment.staff_id) AS "staffRole"`

/**
 * Returns everything that an embed shows of a thread. An unknown slug has an empty, open thread.
 * The pinned comment comes first on the first page, regardless of its age.
 * @param options.isHidden true to return the empty thread of an unknown slug
 * @throws AppError `invalid-parameters` for an invalid cursor; DatabaseUnavailable
 */
export async function readThread(
  slug: string,
  options: PageOptions & { isHidden?: boolean } = {},
): Promise<Thread> {
  const [head, { rows, nextCursor }] = options.isHidden
    ? [await unknownHead(slug), { rows: [], nextCursor: null }]
    : await Promise.all([
        readHead(slug),
        listCommentRows<Row>(slug, { ...options, isPinnedFirst: true }, columns),
      ])
  // An unknown slug may have an invalid host.
  const url = parseUrl(threadUrl(head), siteOrigin())?.href ?? siteOrigin()
  const { language: blogLanguage, reactions } = await getBlog()
  const comments: ThreadComment[] = []
  for (const [index, row] of inDisplayOrder(rows).entries()) {
    // Other requests must not wait for a long thread.
    if (index % 20 === 19) await nextTurn()
    comments.push({ ...(await toThreadComment(row, url)), ...(!reactions && { likes: 0 }) })
  }
  const { title, closed, language, count, likes } = head
  return {
    slug: head.slug,
    title,
    url,
    open: !closed,
    language: language ?? blogLanguage,
    count,
    likes: reactions ? likes : 0,
    reactions,
    next_cursor: nextCursor,
    comments,
  }
}

async function readHead(slug: string): Promise<Head> {
  const [head] = await queryRows<Head>`
    WITH thread AS (
      ${publicThreadBySlug(slug, Prisma.sql`threads.*, ${isThreadClosed} AS is_closed`)}
    )
    SELECT thread.slug, title, url, is_closed AS closed,
      (SELECT language FROM sites WHERE sites.id = site_id) AS language,
      ${publicCommentCount(Prisma.sql`thread.id`)} AS count, likes
      FROM thread`
  return head ?? unknownHead(slug)
}

async function unknownHead(slug: string): Promise<Head> {
  const site = isPageSlug(slug) ? await findSite(slug) : null
  const language = site?.language ?? null
  return { slug, title: '', url: '', closed: false, language, count: 0, likes: 0 }
}

/**
 * HTML of comments by the base of their URLs and their text. A new comment changes the thread, but
 * not the HTML of the others.
 */
const rendered = new LRUCache<string, string>({
  maxSize: 16_000_000,
  sizeCalculation: (html, key) => html.length + key.length,
})

async function htmlOf(content: string, base: string): Promise<string> {
  const key = `${base}\n${content}`
  const html = rendered.get(key) ?? (await commentFeedHtml(content, base, true))
  rendered.set(key, html)
  return html
}

/** Sorts rows depth first, so that each reply follows its parent. */
function inDisplayOrder(rows: Row[]): Row[] {
  const replies = new Map<number | null, Row[]>([[null, []]])
  for (const row of rows) replies.set(row.id, [])
  for (const row of rows) replies.get(row.parentId)?.push(row)
  const withReplies = (row: Row): Row[] => [
    row,
    ...(replies.get(row.id) ?? []).flatMap(withReplies),
  ]
  return (replies.get(null) ?? []).flatMap(withReplies)
}

async function toThreadComment(row: Row, base: string): Promise<ThreadComment> {
  const { id, parentId, answeredId, authorName, content, createdAt, editedAt, depth, likes } = row
  const deleted = row.status === 'deleted'
  return {
    id,
    parent_id: parentId,
    reply_to: answeredId ?? parentId,
    html: deleted ? '' : await htmlOf(content, base),
    author_name: deleted ? '' : authorName,
    badge: deleted ? null : badgeOf(row),
    created_at: createdAt.toISOString(),
    edited_at: deleted ? null : (editedAt?.toISOString() ?? null),
    pinned: row.isPinned,
    deleted,
    depth,
    likes,
  }
}

function badgeOf({ staffRole, isVerified }: Row): ThreadComment['badge'] {
  if (staffRole) return staffRole === 'moderator' ? 'moderator' : 'author'
  return isVerified ? 'verified' : null
}
