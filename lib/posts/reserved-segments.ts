/**
 * The first segments of the blog's own paths, which a page cannot have as its slug. A test compares
 * them with the routes.
 */
export const reservedSegments = [
  'admin',
  'api',
  'archive',
  'comments',
  'desk',
  'docs',
  'embed',
  'feeds',
  'files',
  'images',
  'invitations',
  'mail-links',
  'opengraph-image',
  'page',
  'posts',
  'preview',
  'privacy',
  'r',
  'search',
  'tags',
  'threads',
  // Next.js uses these for its own pages.
  'index',
  '404',
  '500',
]

/** Returns whether a page cannot have this slug. Names with a dot are for files. */
export const isReservedSegment = (slug: string): boolean =>
  slug.includes('.') || reservedSegments.includes(slug.toLowerCase())
