import { createHash } from 'node:crypto'

/** The cache tag of everything that shows any thread. */
export const allThreadsTag = 'threads'

/** Returns the cache tag of everything that shows a thread. Slugs can be too long for tags. */
export const threadTag = (slug: string): string =>
  `thread-${createHash('sha256').update(slug).digest('base64url')}`
