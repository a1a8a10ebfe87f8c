import type { Post } from '@/lib/posts/post'

/** When readers last got something new. A post that was written long before it came out was new when it did. */
export function changedAt({
  publishedAt,
  updatedAt,
}: Pick<Post, 'publishedAt' | 'updatedAt'>): Date {
  return updatedAt > publishedAt ? updatedAt : publishedAt
}
