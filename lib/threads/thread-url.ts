import { commentPath, commentsPath, postPath } from '@/lib/paths'
import { isPageSlug, urlOfSlug } from './thread-slug'

/** What a link to a thread needs. `url` is empty for posts. */
type Linked = { slug: string; url: string | null }

/** Returns the address of a post on this blog (a path), or of a page on its own site. */
export const threadUrl = ({ slug, url }: Linked): string =>
  isPageSlug(slug) ? url || urlOfSlug(slug) : postPath(slug)

/** Returns the address of a thread's comments. */
export const threadCommentsUrl = ({ slug, url }: Linked): string =>
  isPageSlug(slug) ? `${threadUrl({ slug, url })}#comments` : commentsPath(slug)

/** Returns the permalink of a comment in a thread. */
export const commentUrl = ({ slug, url }: Linked, id: number): string =>
  isPageSlug(slug) ? `${threadUrl({ slug, url })}#comment-${id}` : commentPath(slug, id)

/** Returns the path of a thread's comments on this blog, for redirects of its forms. */
export const ownCommentsPath = (slug: string): string =>
  isPageSlug(slug) ? `${threadPath(slug)}#comments` : commentsPath(slug)

/** Returns the path of this blog's own page of a thread of another site. */
export const threadPath = (slug: string): string =>
  `/threads/${slug.split('/').map(encodeURIComponent).join('/')}`
