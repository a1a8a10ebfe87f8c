/** The data that an editor receives and sends. Safe to import in a browser. */
import { z } from 'zod'
import { invalid } from '@/lib/i18n/error-text'
import { isCover, newSlug, type Post, postLimits, type SearchOptions } from '@/lib/posts/post'
import { parseUrl } from '@/lib/text/parse-url'

/** The largest body that saves a post, in bytes: a post of 1 MB, plus JSON escapes. */
export const postBodyBytesMax = 1_572_864

/** The states of a post: not public, public at a later time, and public. */
export type PostStatus = 'draft' | 'scheduled' | 'published'

/** Text that PostgreSQL stores unchanged: no NUL, and no lone surrogates. */
const storable = z
  .string()
  .refine((text) => !text.includes('\0') && text.isWellFormed(), invalid('unicode'))

/** One line of such text, trimmed, with at most `lengthMax` code points. */
const line = (lengthMax: number) =>
  storable
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => !/\p{Cc}/u.test(text), invalid('oneLine'))
    .refine((text) => [...text].length <= lengthMax, invalid('tooLong', { max: lengthMax }))

/** A cover is a URL or a path of this blog. */
const cover = line(postLimits.coverLengthMax).refine(
  (text) => text === '' || isCover(text),
  invalid('urlOrPath'),
)

const tags = z
  .array(line(postLimits.tagLengthMax).refine((tag) => !tag.includes(','), invalid('comma')))
  .transform((given) => [...new Set(given.filter((tag) => tag !== ''))])
  .refine(
    (list) => list.length <= postLimits.tagsMax,
    invalid('tagsMax', { max: postLimits.tagsMax }),
  )

/** A post in an editor, which sends the revision that its edit is based on. */
export type EditedPost = Omit<Post, 'author' | 'commentsClosed' | 'publishedAt' | 'updatedAt'> &
  SearchOptions & {
    /** The number of the latest save; 0 for a new post. */
    revision: number
    state: PostStatus
    /** The time of publication in the past or future, in ISO 8601, UTC; null for a draft. */
    publishedAt: string | null
    /** The name of the person who saved this revision; empty for oneself and if unknown. */
    savedBy: string
  }

/** The data that an editor sends to save a post. An empty slug is derived from the title. */
export const editedPostInput = z.object({
  /** The revision that the edit is based on; 0 for a new post. */
  base: z.int().min(0),
  slug: z.union([z.literal(''), newSlug]),
  title: line(postLimits.titleLengthMax),
  summary: line(postLimits.summaryLengthMax),
  tags,
  cover,
  coverAlt: line(postLimits.coverAltLengthMax),
  content: storable,
  // Search options that are not sent stay as they are, since stored drafts may lack them.
  /** The title for search engines and social media; empty for the post's title. */
  metaTitle: line(postLimits.titleLengthMax).exactOptional(),
  /** The description for search engines and social media; empty for the post's summary. */
  metaDescription: line(postLimits.summaryLengthMax).exactOptional(),
  /** The image for social media; empty for the post's cover. */
  socialImage: cover.exactOptional(),
  /** The URL of the original, if the post was first published elsewhere. */
  canonical: line(postLimits.coverLengthMax)
    .refine(
      (text) => text === '' || (/^https?:\/\//i.test(text) && parseUrl(text) !== undefined),
      invalid('url'),
    )
    .exactOptional(),
  /** True if search engines must not list the post. */
  noindex: z.boolean().exactOptional(),
  /** True to make a new post a page. */
  isPage: z.boolean().optional(),
  /** Set to overwrite someone else's revision `base`, which stays in the history. */
  force: z.literal(true).optional(),
})
export type EditedPostInput = z.infer<typeof editedPostInput> & {
  /** True to add a number to a slug that another post has, instead of rejecting it. */
  correctsSlug?: boolean
}
