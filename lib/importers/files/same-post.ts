import type { PostDraft } from '@/lib/posts/editing/post-draft'

/** As a file can say it: one line has no ends, a body no blank lines before it. */
function asWritten({
  slug,
  title,
  summary,
  content,
  tags,
  draft,
  publishedAt,
  cover,
  coverAlt,
}: PostDraft): unknown[] {
  const lines = [slug, title, summary, cover, coverAlt].map((text) => text.trim())
  return [
    ...lines,
    content.replaceAll('\r\n', '\n').replace(/^\n+/, ''),
    tags.map((tag) => tag.trim()),
    draft,
    publishedAt.getTime(),
  ]
}

/** Whether two posts would be the same file. */
export function isSamePost(one: PostDraft, other: PostDraft): boolean {
  return JSON.stringify(asWritten(one)) === JSON.stringify(asWritten(other))
}
