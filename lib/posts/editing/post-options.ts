import 'server-only'
import { z } from 'zod'
import type { Actor } from '@/lib/auth/actor'
import { query } from '@/lib/db/client'
import { NotFound } from '@/lib/errors'
import { invalid } from '@/lib/i18n/error-text'
import { postLimits } from '@/lib/posts/post'
import { parseUrl } from '@/lib/text/parse-url'
import { cover, line } from './edited-post'
import { requirePostAccess } from './post-access'

/** Options of a post that take effect immediately and are not part of its versions. */
export const postOptions = z.object({
  /** The title for search engines and social media; empty for the post's title. */
  metaTitle: line(postLimits.titleLengthMax),
  /** The description for search engines and social media; empty for the post's summary. */
  metaDescription: line(postLimits.summaryLengthMax),
  /** The image for social media; empty for the post's cover. */
  socialImage: cover,
  /** The URL of the original, if the post was first published elsewhere. */
  canonical: line(postLimits.coverLengthMax).refine(
    (text) => text === '' || (/^https?:\/\//i.test(text) && parseUrl(text) !== undefined),
    invalid('urlOrPath'),
  ),
  /** Search engines must not list the post. */
  noindex: z.boolean(),
  commentsClosed: z.boolean(),
})
export type PostOptions = z.infer<typeof postOptions>

const selected = {
  ...{ metaTitle: true, metaDescription: true, socialImage: true, canonical: true },
  ...{ noindex: true, commentsClosed: true },
} as const

/**
 * Returns the options of a post, or the defaults if it has not been saved yet.
 * @throws DatabaseUnavailable
 */
export async function getPostOptions(id: number): Promise<PostOptions> {
  const found = await query((client) => client.post.findUnique({ where: { id }, select: selected }))
  const texts = { metaTitle: '', metaDescription: '', socialImage: '', canonical: '' }
  return found ?? { ...texts, noindex: false, commentsClosed: false }
}

/**
 * Saves the options of a post.
 * @param options undefined leaves `commentsClosed` unchanged
 * @returns the post's slug, whose pages must be invalidated
 * @throws NotFound, also for a deleted post; AppError `unauthorized`, `forbidden` for a moderator;
 * DatabaseUnavailable
 */
export async function savePostOptions(
  actor: Actor | undefined,
  id: number,
  {
    commentsClosed,
    ...options
  }: Omit<PostOptions, 'commentsClosed'> & {
    commentsClosed: boolean | undefined
  },
): Promise<string> {
  await requirePostAccess(actor, id)
  const data = { ...options, ...(commentsClosed !== undefined && { commentsClosed }) }
  const [post] = await query((client) =>
    client.post.updateManyAndReturn({
      where: { id, deletedAt: null },
      data,
      select: { slug: true },
    }),
  )
  if (!post) throw new NotFound('post', id)
  return post.slug
}
