import type { NewComment } from '@/lib/comments/reading/list-newest-comments'
import { translator } from '@/lib/i18n/translator'
import { escapeXml } from '@/lib/markdown/escape-xml'
import { commentFeedHtml } from '@/lib/markdown/write-feed-html'
import { commentFeedPath, commentPath, postPath } from '@/lib/paths'
import { getBlog } from '@/lib/settings/get-blog'
import { tagUri } from '@/lib/text/tag-uri'
import { atomNamespaces } from './write-atom-feed'

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
 * Writes comments as an Atom feed (RFC 4287). Each entry names the post or comment that it replies
 * to (RFC 4685).
 */
export async function writeCommentFeed({ origin, post, comments }: Feed): Promise<string> {
  const changes = comments.map(({ updatedAt }) => updatedAt.getTime())
  const updated =
    comments.length > 0 ? new Date(Math.max(...changes)) : (post?.publishedAt ?? new Date(0))
  const { name, language } = await getBlog()
  const entries = await Promise.all(comments.map((comment) => writeEntry(comment, origin)))
  const title = translator('comments')('title.ofPost', { title: post?.title ?? name })
  const feedUrl = origin + commentFeedPath(post?.slug)
  const pageUrl = origin + (post ? postPath(post.slug) : '/')
  return `<?xml version="1.0" encoding="utf-8"?>
<feed ${atomNamespaces} xml:lang="${escapeXml(language)}">
  <id>${escapeXml(post ? `${postId(origin, post.id)}/comments` : tagUri(origin, 'comments'))}</id>
  <title>${escapeXml(title)}</title>
  <updated>${updated.toISOString()}</updated>
  <link rel="self" type="application/atom+xml" href="${escapeXml(feedUrl)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(pageUrl)}"/>
${entries.join('')}</feed>
`
}

async function writeEntry(comment: NewComment, origin: string): Promise<string> {
  const { id, answeredId, postSlug, postTitle, authorName, content, createdAt, updatedAt } = comment
  const title = translator('comments')('title.byAuthor', { author: authorName, title: postTitle })
  const url = origin + commentPath(postSlug, id)
  const target =
    answeredId === null
      ? { ref: postId(origin, comment.postId), href: origin + postPath(postSlug) }
      : { ref: commentId(origin, answeredId), href: origin + commentPath(postSlug, answeredId) }
  const targetAttributes = `ref="${escapeXml(target.ref)}" type="text/html"`
  const html = await commentFeedHtml(content, url)
  return `  <entry>
    <id>${escapeXml(commentId(origin, id))}</id>
    <title>${escapeXml(title)}</title>
    <updated>${updatedAt.toISOString()}</updated>
    <published>${createdAt.toISOString()}</published>
    <author><name>${escapeXml(authorName)}</name></author>
    <link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
    <thr:in-reply-to ${targetAttributes} href="${escapeXml(target.href)}"/>
    <content type="html">${escapeXml(html)}</content>
  </entry>
`
}
