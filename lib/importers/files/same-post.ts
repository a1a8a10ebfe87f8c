import type { PostDraft } from '@/lib/posts/editing/post-draft'

/** Returns the values as a file can express them: trimmed, and without blank lines first. */
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

/** Returns whether two posts have the same file. */
export function isSamePost(one: PostDraft, other: PostDraft): boolean {
  return JSON.stringify(asWritten(one)) === JSON.stringify(asWritten(other))
}
