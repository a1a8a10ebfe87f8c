import { postPath } from './post-path'

/** Where a post is read as its author wrote it. */
export function markdownPath(slug: string): string {
  return `${postPath(slug)}.md`
}
