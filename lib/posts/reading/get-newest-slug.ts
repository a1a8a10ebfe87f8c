import 'server-only'
import { query } from '@/lib/db/client'
import { env } from '@/lib/env'
import { DatabaseUnavailable } from '@/lib/errors'
import { isPublic } from '@/lib/posts/is-public'

/**
 * Returns the slug of the newest post for use in examples. Returns undefined if there is none,
 * during a build, and if the database is unavailable.
 */
export async function getNewestSlug(): Promise<string | undefined> {
  if (env().DATABASE_URL === undefined) return undefined
  try {
    const [newest] = await query(
      (client) => client.$queryRaw<{ slug: string }[]>`
        SELECT slug FROM posts WHERE ${isPublic} ORDER BY published_at DESC, id DESC LIMIT 1`,
    )
    return newest?.slug
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    console.warn('posts: the database is away, examples name a post that may not be there')
    return undefined
  }
}
