import { z } from 'zod'
import { messageOf } from '@/lib/errors'
import { importErrorText } from '@/lib/i18n/error-text'
import { parseJson } from '@/lib/importers/comments/source-text'
import { parseSourceTime } from '@/lib/importers/comments/source-time'
import { htmlToMarkdown } from '@/lib/importers/html/html-to-markdown'
import {
  type ForeignFound,
  type ForeignPost,
  Losses,
  NotAPost,
} from '@/lib/importers/imported-post'
import { normaliseImportedPost, slugFromTexts } from '@/lib/importers/normalise-imported-post'
import { truncate } from '@/lib/text/truncate'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const id = z.union([z.string(), z.number()]).transform(String)
const date = z.union([z.string(), z.number()]).nullish()
const rows = <Row extends z.ZodType>(row: Row) => z.array(row).optional().default([])

const post = z.looseObject({
  id,
  author_id: id.nullish(),
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
  /** In old exports, the post itself contains its metadata. */
  meta_title: text,
  meta_description: text,
  og_image: text,
  canonical_url: text,
  type: text,
  page: z.union([z.boolean(), z.number()]).nullish(),
  status: text,
  visibility: text,
  published_at: date,
  created_at: date,
})

const postMeta = z.looseObject({
  post_id: id,
  feature_image_alt: text,
  feature_image_caption: text,
  meta_title: text,
  meta_description: text,
  og_image: text,
})

const data = z.object({
  posts: z.array(post),
  posts_meta: rows(postMeta),
  tags: rows(z.object({ id, name: text, visibility: text })),
  posts_tags: rows(z.object({ post_id: id, tag_id: id, sort_order: z.number().nullish() })),
  posts_authors: rows(z.object({ post_id: id, author_id: id })),
  users: rows(z.object({ id, name: text })),
  settings: rows(z.object({ key: text, value: z.unknown() })),
})

type GhostPost = z.infer<typeof post>
type GhostMeta = z.infer<typeof postMeta>
type GhostData = z.infer<typeof data>

/** The formats of Ghost 0.x, and of Ghost 1 to 6. */
const ghostExport = z.union([
  z.object({ data }),
  z.object({ db: z.tuple([z.object({ data })]).rest(z.unknown()) }).transform(({ db }) => db[0]),
])

/** The document of a post with a single Markdown card, as in Ghost 1 and 2. */
const markdownDocument = z.object({
  cards: z.tuple([z.tuple([z.string().regex(/markdown$/), z.object({ markdown: z.string() })])]),
  sections: z.array(
    z.union([
      z.tuple([z.literal(10), z.number()]),
      z.tuple([z.literal(1), z.string(), z.tuple([])]),
    ]),
  ),
})

/** The placeholder for the blog's URL in an export. */
const placeholder = '__GHOST_URL__'
const markdownAddress = /__GHOST_URL__[^\s)"'<>]*|(?<=\]\()\/[^\s)]*/g

type Rewrite = (address: string) => string

/**
 * Returns a function that rewrites URLs: those of posts become paths here, and others keep their
 * target.
 * @param slugs the new slugs by the old ones
 */
function addresses(slugs: ReadonlyMap<string, string>, site: string, losses: Losses): Rewrite {
  return (address) => {
    const base = [placeholder, site].find(
      (start) => start !== '' && (address === start || address.startsWith(`${start}/`)),
    )
    const path = base === undefined ? address : address.slice(base.length) || '/'
    if (!/^\/(?!\/)/.test(path)) return address
    const [, slug = '', rest = ''] = /^\/([^/?#]+)\/?([?#].*)?$/.exec(path) ?? []
    const known = slugs.get(slug)
    if (known !== undefined) return `/posts/${known}${rest}`
    if (site === '') losses.note('oldPath')
    return `${site}${path}`
  }
}

const isPage = (post: GhostPost) => post.type === 'page' || Boolean(post.page)

/** Returns the state of a post. Posts that were not public for everyone become drafts. */
function stateOf(post: GhostPost, losses: Losses): { draft: boolean; publishedAt: Date } {
  const isForAll = post.visibility === '' || post.visibility === 'public'
  const isPublished = post.status === 'published' || post.status === 'scheduled'
  if (!isForAll || post.status === 'sent') losses.note('draft')
  // Old exports contain times without a zone, which are in UTC.
  const { date } = parseSourceTime(post.published_at ?? post.created_at, 'UTC')
  if (!date) losses.note('noDate')
  return { draft: !isForAll || !isPublished, publishedAt: date ?? new Date() }
}

/** Returns the Markdown that the author wrote, if there is any; otherwise converts the HTML. */
function contentOf(post: GhostPost, losses: Losses, rewrite: Rewrite): string {
  const { html, lexical, mobiledoc } = post
  const { data } = markdownDocument.safeParse(JSON.parse(mobiledoc || '{}'))
  const markdown = data?.cards[0][1].markdown ?? (html === '' ? post.markdown : '')
  if (markdown) return `${markdown.replaceAll(markdownAddress, rewrite).trim()}\n`
  if (!html && (lexical || mobiledoc)) losses.note('noHtml')
  return htmlToMarkdown(html, losses, rewrite)
}

function tagsOf(post: GhostPost, { tags, posts_tags }: GhostData, losses: Losses): string[] {
  const byId = new Map(tags.map((tag) => [tag.id, tag]))
  const own = posts_tags
    .filter(({ post_id }) => post_id === post.id)
    .sort((one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0))
    .flatMap(({ tag_id }) => byId.get(tag_id) ?? [])
  const names = own.flatMap(({ name, visibility }) => {
    if (visibility !== 'internal' && !name.startsWith('#')) return name.trim()
    losses.note('tag', { name })
    return []
  })
  return [...new Set(names)].filter(Boolean)
}

const unsupportedKeys = [
  'og_title',
  'og_description',
  'twitter_title',
  'twitter_description',
  'twitter_image',
  'email_subject',
  'frontmatter',
  'custom_template',
  'codeinjection_head',
  'codeinjection_foot',
  'featured',
]

/** Records data that this blog does not support. */
function recordMetaLosses(post: GhostPost, meta: GhostMeta | undefined, losses: Losses): void {
  for (const key of unsupportedKeys) {
    const value = String(post[key] || meta?.[key] || '').trim()
    if (value !== '') losses.note('field', { key, value: truncate(value, 500) })
  }
  if (meta?.feature_image_caption)
    losses.note('field', {
      key: 'feature_image_caption',
      value: meta.feature_image_caption.replaceAll(/<[^<>]*>/g, ''),
    })
}

function slugOf(post: GhostPost): string {
  return slugFromTexts(post.slug, post.title, `post-${post.id}`)
}

function toForeignPost(
  post: GhostPost,
  data: GhostData,
  { slugs, site }: { slugs: ReadonlyMap<string, string>; site: string },
): ForeignPost {
  const losses = new Losses()
  const rewrite = addresses(slugs, site, losses)
  const meta = data.posts_meta.find(({ post_id }) => post_id === post.id)
  const cover = rewrite(post.feature_image || post.image)
  const excerpt = post.custom_excerpt.trim()
  const description = (post.meta_description || meta?.meta_description || '').trim()
  recordMetaLosses(post, meta, losses)
  const fitted = normaliseImportedPost({
    slug: slugOf(post),
    title: post.title.trim() || '(no title)',
    summary: excerpt || description,
    content: contentOf(post, losses, rewrite),
    tags: tagsOf(post, data, losses),
    ...stateOf(post, losses),
    isPage: isPage(post),
    cover,
    coverAlt: cover && (meta?.feature_image_alt.trim() ?? ''),
    metaTitle: post.meta_title || meta?.meta_title || '',
    metaDescription: excerpt && description,
    socialImage: rewrite(post.og_image || meta?.og_image || ''),
    canonical: rewrite(post.canonical_url),
  })
  return {
    post: fitted.post,
    address: '',
    // Ghost has no comments on pages.
    commentsClosed: isPage(post),
    lost: [...losses.list(), ...fitted.lost],
  }
}

/** Returns the losses of the whole blog: authors of posts, and code of its pages. */
function lostByAll({ posts, posts_authors, users, settings }: GhostData): string[] {
  const losses = new Losses()
  const names = new Map(users.map(({ id, name }) => [id, name]))
  for (const post of posts) {
    const authors = posts_authors
      .filter(({ post_id }) => post_id === post.id)
      .map(({ author_id }) => author_id)
    for (const author of authors.length > 0 ? authors : [post.author_id ?? '']) {
      const name = names.get(author)
      if (name) losses.note('author', { author: name })
    }
  }
  for (const { key, value } of settings) {
    if (/^(?:codeinjection|ghost)_(?:head|foot)$/.test(key) && value)
      losses.note('customField', { key })
  }
  return losses.list()
}

/**
 * Reads the posts of a Ghost export (JSON) and converts them.
 * @param site the URL of the old blog without a trailing slash; empty if unknown
 * @throws NotAPost if it is not a Ghost export
 */
export function* readGhostPosts(json: string, site = ''): Generator<ForeignFound> {
  const parsed = ghostExport.safeParse(parseJson(json.replace(/^\uFEFF/, '')))
  if (!parsed.success) throw new NotAPost(importErrorText('notExport', { system: 'Ghost' }))
  const { data } = parsed.data
  // A post without a slug had no URL.
  const slugs = new Map(
    data.posts.filter(({ slug }) => slug !== '').map((post) => [post.slug, slugOf(post)]),
  )
  for (const post of data.posts) {
    try {
      yield toForeignPost(post, data, { slugs, site })
    } catch (error) {
      yield {
        file: post.slug || post.title,
        reason: messageOf(error),
      }
    }
  }
  yield { lostByAll: lostByAll(data) }
}
