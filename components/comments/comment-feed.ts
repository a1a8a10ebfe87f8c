import { postPath } from '@/components/posts/post-path'
import type { NewComment } from '@/lib/comments/list-newest-comments'
import { lastingId } from '@/lib/lasting-id'
import { escapeXml } from '@/lib/markdown/escape-xml'
import { renderCommentMarkdown } from '@/lib/markdown/render-comment-markdown'
import { toStaticMarkup } from '@/lib/markdown/static-markup'
import { getBlog } from '@/lib/settings/get-blog'
import { commentFeedPath, commentPath } from './comment-path'

type Feed = {
  /** Where the blog is read; without it, addresses are read from the feed's own (RFC 4287, 2). */
  origin: string | undefined
  /** Whose comments these are; without it, those of all posts. */
  post?: { id: number; slug: string; title: string; publishedAt: Date }
  /** Newest first. */
  comments: NewComment[]
}

/** Comments as an Atom feed (RFC 4287). */
export async function writeCommentFeed({ origin = '', post, comments }: Feed): Promise<string> {
  const updated = comments[0]?.createdAt ?? post?.publishedAt ?? new Date(0)
  const { name, language } = await getBlog()
  const entries = await Promise.all(comments.map((comment) => writeEntry(comment, origin)))
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}">
  <id>${escapeXml(lastingId(origin, post ? `post/${post.id}/comments` : 'comments'))}</id>
  <title>${escapeXml(post ? `Comments on ${post.title}` : `Comments on ${name}`)}</title>
  <updated>${updated.toISOString()}</updated>
  <link rel="self" type="application/atom+xml" href="${escapeXml(origin + commentFeedPath(post?.slug))}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(origin + (post ? postPath(post.slug) : '/'))}"/>
${entries.join('')}</feed>
`
}

async function writeEntry({ id, postSlug, postTitle, authorName, content, createdAt }: NewComment, origin: string): Promise<string> {
  const html = toStaticMarkup(await renderCommentMarkdown(content, { isInThread: false }), origin)
  return `  <entry>
    <id>${escapeXml(lastingId(origin, `comment/${id}`))}</id>
    <title>${escapeXml(`${authorName} on ${postTitle}`)}</title>
    <updated>${createdAt.toISOString()}</updated>
    <published>${createdAt.toISOString()}</published>
    <author><name>${escapeXml(authorName)}</name></author>
    <link rel="alternate" type="text/html" href="${escapeXml(origin + commentPath(postSlug, id))}"/>
    <content type="html">${escapeXml(html)}</content>
  </entry>
`
}
