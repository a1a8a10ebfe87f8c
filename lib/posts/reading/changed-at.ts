import type { Post } from '@/lib/posts/post'

/**
 * Returns the time of the last change for readers. A post that was edited before its publication
 * changed when it was published.
 */
export function changedAt({
  publishedAt,
  updatedAt,
}: Pick<Post, 'publishedAt' | 'updatedAt'>): Date {
  return updatedAt > publishedAt ? updatedAt : publishedAt
}
