import 'server-only'
import { keysetPages, pageRows } from '@/lib/db/keyset-pages'
import { inSnapshot, type ReadRows } from '@/lib/db/read-snapshot'
import { siteOrigin } from '@/lib/env'
import {
  type Comment as CommentModel,
  Prisma,
  type Thread as ThreadModel,
} from '@/lib/generated/prisma/client'
import { cdata, escapeXml } from '@/lib/markdown/escape-xml'
import { commentFeedHtml } from '@/lib/markdown/write-feed-html'
import { getBlog } from '@/lib/settings/get-blog'
import { threadUrl } from '@/lib/threads/thread-url'
import { addressReader, type ExportScope, inScope } from './export-comments'

/** Excludes deleted comments, because neither WordPress nor Disqus reads tombstones. */
const isWritten = Prisma.sql`comments.status <> 'deleted'`

/**
 * Yields the text of a WXR file for the importers of WordPress and Disqus. It contains all threads
 * with comments, and their published, pending and spam comments as HTML, as they were when the
 * export started. A reply to a deleted comment becomes a reply to the nearest ancestor that is not
 * deleted.
 * @throws DatabaseUnavailable
 */
export async function* writeWxr(scope: ExportScope = {}): AsyncGenerator<string> {
  const { name, language } = await getBlog()
  const origin = siteOrigin()
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dsq="http://www.disqus.com/" \
xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" \
xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>${escapeXml(name)}</title>
<link>${escapeXml(origin)}</link>
<language>${escapeXml(language)}</language>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${escapeXml(origin)}</wp:base_site_url>
<wp:base_blog_url>${escapeXml(origin)}</wp:base_blog_url>
`
  yield* inSnapshot((read) => writeThreads(read, scope, origin))
  yield '</channel>\n</rss>\n'
}

async function* writeThreads(
  read: ReadRows,
  scope: ExportScope,
  origin: string,
): AsyncGenerator<string> {
  const readAddress = addressReader()
  for await (const threads of keysetPages<Thread>((last) => read(threadsAfter(scope, last))))
    for (const thread of threads) yield* writeThread(thread, origin, { read, readAddress })
  readAddress.warn()
}

type Thread = Pick<ThreadModel, 'id' | 'slug' | 'url' | 'title' | 'createdAt'> & {
  isClosed: boolean
  isDraft: boolean
}

const threadsAfter = (scope: ExportScope, last: Thread | undefined) => Prisma.sql`
      SELECT threads.id, threads.slug, threads.url, threads.title,
        coalesce(posts.comments_closed, threads.closed) AS "isClosed",
        coalesce(posts.draft, false) AS "isDraft",
        coalesce(posts.published_at, threads.created_at) AS "createdAt"
        FROM threads LEFT JOIN posts ON posts.id = threads.id
       WHERE threads.id > ${last?.id ?? 0} AND ${inScope(scope)}
         AND EXISTS (SELECT FROM comments WHERE comments.post_id = threads.id AND ${isWritten})
       ORDER BY threads.id LIMIT ${pageRows}`

async function* writeThread(
  thread: Thread,
  origin: string,
  { read, readAddress }: { read: ReadRows; readAddress: ReturnType<typeof addressReader> },
): AsyncGenerator<string> {
  const link = new URL(threadUrl(thread), origin).href
  yield `<item>
<title>${cdata(thread.title || thread.slug)}</title>
<link>${escapeXml(link)}</link>
<guid isPermaLink="false">${escapeXml(link)}</guid>
<content:encoded>${cdata('')}</content:encoded>
<excerpt:encoded>${cdata('')}</excerpt:encoded>
<dsq:thread_identifier>${cdata(thread.slug)}</dsq:thread_identifier>
<wp:post_id>${thread.id}</wp:post_id>
<wp:post_date>${time(thread.createdAt)}</wp:post_date>
<wp:post_date_gmt>${time(thread.createdAt)}</wp:post_date_gmt>
<wp:comment_status>${thread.isClosed ? 'closed' : 'open'}</wp:comment_status>
<wp:ping_status>closed</wp:ping_status>
<wp:post_name>${cdata(thread.slug)}</wp:post_name>
<wp:status>${thread.isDraft ? 'draft' : 'publish'}</wp:status>
<wp:post_parent>0</wp:post_parent>
<wp:menu_order>0</wp:menu_order>
<wp:post_type>post</wp:post_type>
<wp:post_password></wp:post_password>
<wp:is_sticky>0</wp:is_sticky>
`
  const pages = keysetPages<Comment>((last) => read(commentsAfter(thread.id, last)))
  for await (const comments of pages) {
    for (const comment of comments) {
      const html = await commentFeedHtml(comment.content, link, true)
      yield writeComment(comment, html, readAddress('reader-address', comment.encrypted) ?? '')
    }
  }
  yield '</item>\n'
}

type Comment = Pick<CommentModel, 'id' | 'parentId' | 'authorName' | 'content' | 'createdAt'> & {
  status: 'published' | 'pending' | 'spam'
  encrypted: string | null
}

/** Selects the comments of a thread, oldest first, each with its nearest exported ancestor. */
function commentsAfter(threadId: number, last: Comment | undefined): Prisma.Sql {
  const after = last
    ? Prisma.sql`(comments.created_at, comments.id) > (${last.createdAt}, ${last.id})`
    : Prisma.sql`true`
  return Prisma.sql`
      SELECT comments.id, comments.status::text AS status, author_name AS "authorName",
        sealed AS encrypted, content, comments.created_at AS "createdAt",
        (WITH RECURSIVE above AS (
          SELECT id, status, coalesce(answered_id, parent_id) AS next FROM comments AS answered
           WHERE id = coalesce(comments.answered_id, comments.parent_id)
          UNION
          SELECT upper.id, upper.status, coalesce(upper.answered_id, upper.parent_id)
            FROM above JOIN comments AS upper ON upper.id = above.next
           WHERE above.status = 'deleted')
         SELECT id FROM above WHERE status <> 'deleted') AS "parentId"
        FROM comments LEFT JOIN reader_addresses ON reader_addresses.id = address_id
       WHERE post_id = ${threadId} AND ${isWritten} AND ${after}
       ORDER BY comments.created_at, comments.id LIMIT ${pageRows}`
}

const approvals = { published: '1', pending: '0', spam: 'spam' }

const writeComment = (
  { id, parentId, status, authorName, createdAt }: Comment,
  html: string,
  email: string,
): string => `<wp:comment>
<wp:comment_id>${id}</wp:comment_id>
<wp:comment_author>${cdata(authorName)}</wp:comment_author>
<wp:comment_author_email>${cdata(email)}</wp:comment_author_email>
<wp:comment_author_url></wp:comment_author_url>
<wp:comment_author_IP></wp:comment_author_IP>
<wp:comment_date>${time(createdAt)}</wp:comment_date>
<wp:comment_date_gmt>${time(createdAt)}</wp:comment_date_gmt>
<wp:comment_content>${cdata(html)}</wp:comment_content>
<wp:comment_approved>${approvals[status]}</wp:comment_approved>
<wp:comment_type></wp:comment_type>
<wp:comment_parent>${parentId ?? 0}</wp:comment_parent>
<wp:comment_user_id>0</wp:comment_user_id>
</wp:comment>
`

/** Returns a time as WordPress writes it, in UTC. */
const time = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ')
