import 'server-only'
import { after } from 'next/server'
import type { SaveOutcome } from '@/lib/posts/editing/save-edited-post'
import { readLinkPreviews } from '@/lib/posts/editing/save-post'
import { purgeChangedPost, purgeMovedPost, purgePost } from './purge-pages'

/**
 * What follows a save: the pages that show the post are made anew, and, once the save is answered, the links that are new
 * in it are read, so that its next reader has their cards. Only within a request: it throws elsewhere.
 */
export function renewSavedPost({ changedSlugs, hasNewLinks }: SaveOutcome, content: string): void {
  // More than one: it is called otherwise now.
  const purge = changedSlugs.length > 1 ? purgeMovedPost : purgeChangedPost
  for (const slug of changedSlugs) purge(slug)
  if (!hasNewLinks) return
  after(async () => {
    await readLinkPreviews(content)
    for (const slug of changedSlugs) purgePost(slug)
  })
}
