/** The door of the writing of posts: what an editor is handed and sends back, safe to import in a browser. */
import { z } from 'zod'
import { newSlug } from '@/lib/posts/post'
import { isCover, postLimits } from '@/lib/posts/post-rules'

/** What a request that saves a post may have, in bytes: a post of 1 MB, and what JSON makes of its line ends and quotes. */
export const postBodyBytesMax = 1_572_864

/** Where a post stands: nobody reads it, it waits for its time, or readers have it. */
export const postStates = ['draft', 'scheduled', 'published'] as const
export type PostState = (typeof postStates)[number]

/** Text that PostgreSQL takes as it is: it has no NUL, and would turn half of a surrogate pair into U+FFFD without a word. */
const storable = z
  .string()
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'holds a character that is none')

/** Such a text of one line, of `lengthMax` code points at most; what stands around it is cut off. */
const line = (lengthMax: number) =>
  storable
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line')
    .refine((text) => [...text].length <= lengthMax, `must have at most ${lengthMax} characters`)

/** A cover is an address on the web, or a path of this blog. */
const cover = line(postLimits.coverLengthMax).refine(
  (text) => text === '' || isCover(text),
  'must be an http(s) URL, or a path that begins with “/”',
)

const tags = z
  .array(
    line(postLimits.tagLengthMax).refine(
      (tag) => !tag.includes(','),
      'must hold no comma, which parts two tags',
    ),
  )
  .transform((given) => [...new Set(given.filter((tag) => tag !== ''))])
  .refine((list) => list.length <= postLimits.tagsMax, `must be ${postLimits.tagsMax} at most`)

/** A post as it lies open in an editor. */
export const editedPost = z.object({
  /** Lasts, where the slug may change. */
  id: z.int(),
  /** Counts what was saved. Who saves says from which one he began. */
  revision: z.int(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  /** A URL, or a path of this blog; empty: none. */
  cover: z.string(),
  coverAlt: z.string(),
  /** Markdown (GFM) as its author wrote it, to the byte. */
  content: z.string(),
  state: z.enum(postStates),
  /** ISO 8601 in UTC: since when it is public, or when it will be; null for a draft. */
  publishedAt: z.string().nullable(),
})
export type EditedPost = z.infer<typeof editedPost>

/** What an editor sends to have it saved. An empty slug is made from the title. */
export const editedPostInput = z.object({
  /** The revision the edit began from. */
  base: z.int().min(1),
  slug: z.union([z.literal(''), newSlug]),
  title: line(postLimits.titleLengthMax),
  summary: line(postLimits.summaryLengthMax),
  tags,
  cover,
  coverAlt: line(postLimits.coverAltLengthMax),
  content: storable,
  /** Says that `base` is somebody else’s revision, and that it is overwritten knowingly: it stays in the history. */
  force: z.literal(true).optional(),
})
export type EditedPostInput = z.infer<typeof editedPostInput>

/** What is answered where it was saved. */
export const savedPost = z.object({
  revision: z.int(),
  /** ISO 8601 in UTC. */
  savedAt: z.string(),
  state: z.enum(postStates),
  /** That of the post now: the slug of one that was never public follows its title. */
  slug: z.string(),
})
export type SavedPost = z.infer<typeof savedPost>

/** What somebody else saved meanwhile: named by the problem `post-changed`, so that the two can be compared. */
export const theirPost = z.object({
  revision: z.int(),
  title: z.string(),
  content: z.string(),
  /** ISO 8601 in UTC. */
  savedAt: z.string(),
  /** Who saved it; empty where nobody of the staff did, or he has left. */
  by: z.string(),
})
export type TheirPost = z.infer<typeof theirPost>
