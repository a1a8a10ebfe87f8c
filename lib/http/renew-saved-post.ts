import 'server-only'
import { after } from 'next/server'
import type { SaveOutcome } from '@/lib/posts/editing/save-edited-post'
import { readLinkPreviews } from '@/lib/posts/editing/save-post'
import { purgeChangedPost, purgeMovedPost, purgePost } from './purge-pages'

/**
 * Invalidates the pages of a saved post. After the response, it fetches previews of new links, so
 * that the next reader sees their cards. Works only within a request; throws elsewhere.
 */
export function renewSavedPost({ changedSlugs, hasNewLinks }: SaveOutcome, content: string): void {
  // Several slugs mean that the post was renamed.
  const purge = changedSlugs.length > 1 ? purgeMovedPost : purgeChangedPost
  for (const slug of changedSlugs) purge(slug)
  if (!hasNewLinks) return
  after(async () => {
    await readLinkPreviews(content)
    for (const slug of changedSlugs) purgePost(slug)
  })
}
