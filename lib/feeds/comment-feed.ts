import type { NewComment } from '@/lib/comments/reading/list-newest-comments'
import { translator } from '@/lib/i18n/translator'
import { escapeXml } from '@/lib/markdown/escape-xml'
import { commentFeedHtml } from '@/lib/markdown/write-feed-html'
import { commentFeedPath, postPath } from '@/lib/paths'
import { getBlog } from '@/lib/settings/get-blog'
import { tagUri } from '@/lib/text/tag-uri'
import { threadCommentPath } from '@/lib/threads/thread-paths'
import { writeAtom, writeAtomEntry } from './atom'

type Feed = {
  /** The origin of the blog. All URLs in a feed are absolute. */
  origin: string
  /** The post that the comments belong to. If it is missing, the feed covers all posts. */
  post?: { id: number; slug: string; title: string; publishedAt: Date }
  /** Newest first. */
  comments: NewComment[]
}

const postId = (origin: string, id: number) => tagUri(origin, `post/${id}`)
const commentId = (origin: string, id: number) => tagUri(origin, `comment/${id}`)

/**
 * Writes comments as an Atom feed. Each entry names the post or comment that it replies to (RFC
 * 4685).
 */
export async function writeCommentFeed({ origin, post, comments }: Feed): Promise<string> {
  const { name, language } = await getBlog()
  const changes = comments.map(({ updatedAt }) => updatedAt.getTime())
  const feed = {
    id: post ? `${postId(origin, post.id)}/comments` : tagUri(origin, 'comments'),
    title: translator('comments')('title.ofPost', { title: post?.title ?? name }),
    language,
    updatedAt: new Date(changes.length > 0 ? Math.max(...changes) : (post?.publishedAt ?? 0)),
    url: origin + commentFeedPath(post?.slug),
    home: origin + (post ? postPath(post.slug) : '/'),
  }
  return writeAtom(feed, await Promise.all(comments.map((comment) => writeEntry(comment, origin))))
}

async function writeEntry(comment: NewComment, origin: string): Promise<string> {
  const { id, answeredId, postSlug, postTitle, authorName, content, createdAt, updatedAt } = comment
  const url = origin + threadCommentPath(postSlug, id)
  const [ref, href] =
    answeredId === null
      ? [postId(origin, comment.postId), origin + postPath(postSlug)]
      : [commentId(origin, answeredId), origin + threadCommentPath(postSlug, answeredId)]
  const entry = {
    id: commentId(origin, id),
    title: translator('comments')('title.byAuthor', { author: authorName, title: postTitle }),
    url,
    html: await commentFeedHtml(content, url),
    publishedAt: createdAt,
    updatedAt,
  }
  return writeAtomEntry(
    entry,
    `    <author><name>${escapeXml(authorName)}</name></author>
    <thr:in-reply-to ref="${escapeXml(ref)}" type="text/html" href="${escapeXml(href)}"/>
`,
  )
}
