/** The parts of a Ghost export that the importer reads. */
import { z } from 'zod'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const id = z.union([z.string(), z.number()]).transform(String)
const rows = <Row extends z.ZodType>(row: Row) => z.array(row).optional().default([])

/** Texts for search engines, networks, mails and themes; in old exports part of the post. */
const meta = z.object({
  meta_title: text,
  meta_description: text,
  og_title: text,
  og_description: text,
  og_image: text,
  twitter_title: text,
  twitter_description: text,
  twitter_image: text,
  email_subject: text,
  frontmatter: text,
})

const post = z.object({
  ...meta.shape,
  id,
  author_id: id.nullish(),
  canonical_url: text,
  codeinjection_head: text,
  codeinjection_foot: text,
  custom_template: text,
  featured: z.union([z.boolean(), z.number()]).nullish(),
  title: text,
  slug: text,
  html: text,
  lexical: text,
  mobiledoc: text,
  /** The Markdown of versions before mobiledoc. */
  markdown: text,
  feature_image: text,
  /** The cover in old exports. */
  image: text,
  custom_excerpt: text,
  type: text,
  page: z.union([z.boolean(), z.number()]).nullish(),
  status: text,
  visibility: text,
  published_at: z.union([z.string(), z.number()]).nullish(),
  created_at: z.union([z.string(), z.number()]).nullish(),
})

const data = z.object({
  posts: z.array(post),
  posts_meta: rows(
    z.object({ ...meta.shape, post_id: id, feature_image_alt: text, feature_image_caption: text }),
  ),
  tags: rows(z.object({ id, name: text, visibility: text })),
  posts_tags: rows(z.object({ post_id: id, tag_id: id, sort_order: z.number().nullish() })),
  posts_authors: rows(z.object({ post_id: id, author_id: id })),
  users: rows(z.object({ id, name: text })),
  settings: rows(z.object({ key: text, value: z.unknown() })),
})

export type GhostMeta = z.infer<typeof meta>
export type GhostPost = z.infer<typeof post>
export type GhostData = z.infer<typeof data>

/** The formats of Ghost 1 to 6 and of Ghost 0.x. */
const ghostExport = z.union([
  z
    .object({ db: z.tuple([z.object({ data })]).rest(z.unknown()) })
    .transform(({ db }) => db[0].data),
  z.object({ data }).transform((file) => file.data),
])

/**
 * Parses the tables of a Ghost export.
 * @throws SyntaxError if it is not a Ghost export
 */
export function readGhostData(json: string): GhostData {
  const parsed = ghostExport.safeParse(JSON.parse(json.replace(/^\uFEFF/, '')))
  if (parsed.success) return parsed.data
  throw new SyntaxError('This JSON file is not a Ghost export: it contains no list of posts.')
}
