import { postPath } from '@/lib/paths'
import { threadCommentPath } from './thread-paths'
import { isPageSlug, urlOfSlug } from './thread-slug'

/** The columns of a thread that links use. `url` is null or empty for posts. */
type Linked = { slug: string; url: string | null }

/** Returns the address of a post on this blog (a path), or of a page on its own site. */
export const threadUrl = ({ slug, url }: Linked): string =>
  isPageSlug(slug) ? url || urlOfSlug(slug) : postPath(slug)

/** Returns the permalink of a comment in a thread. */
export const commentUrl = ({ slug, url }: Linked, id: number): string =>
  isPageSlug(slug) ? `${threadUrl({ slug, url })}#comment-${id}` : threadCommentPath(slug, id)

/** Returns the title of a thread. A page without one is named by its address. */
export const threadTitle = ({ slug, title }: { slug: string; title: string }): string =>
  title || slug
