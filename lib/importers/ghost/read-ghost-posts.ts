import { messageOf } from '@/lib/errors'
import { htmlToMarkdown } from '@/lib/importers/html/html-to-markdown'
import type { ForeignFound, ForeignPost } from '@/lib/importers/imported-post'
import { Losses } from '@/lib/importers/imported-post'
import { normalizeImportedPost, slugFromWords } from '@/lib/importers/normalize-imported-post'
import { lexicalHtml, mobiledocHtml, mobiledocMarkdown } from './editor-html'
import { type GhostData, type GhostMeta, type GhostPost, readGhostData } from './ghost-export'

/** The placeholder for the blog's URL in an export. */
const placeholder = '__GHOST_URL__'
const markdownAddress = /__GHOST_URL__[^\s)"'<>]*|(?<=\]\()\/[^\s)]*/g

type Rewrite = (address: string) => string

/**
 * Returns a function that rewrites URLs: posts of the old blog now lead here, and other URLs keep
 * their target.
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
    if (site === '')
      losses.note(
        'a link to a path of the old blog: import again with --site and --overwrite, or serve ' +
          'the path here',
      )
    return `${site}${path}`
  }
}

/** Returns the state of a post. Posts that were not public for everybody become drafts. */
function stateOf(post: GhostPost, losses: Losses): { draft: boolean; publishedAt: Date } {
  const isPage = post.type === 'page' || Boolean(post.page)
  const isForAll = post.visibility === '' || post.visibility === 'public'
  const isPublished = post.status === 'published' || post.status === 'scheduled'
  if (isPage)
    losses.note('it was a page, which this blog does not support: it was imported as a draft')
  else if (!isForAll) losses.note(`it was for ${post.visibility} only: it was imported as a draft`)
  else if (post.status === 'sent')
    losses.note('it was sent by mail only: it was imported as a draft')
  const date = new Date(post.published_at ?? post.created_at ?? Number.NaN)
  const hasDate = !Number.isNaN(date.getTime())
  if (!hasDate) losses.note('it had no date: the date of the import is used')
  return { draft: isPage || !isForAll || !isPublished, publishedAt: hasDate ? date : new Date() }
}

function contentOf(post: GhostPost, losses: Losses, rewrite: Rewrite): string {
  const { html, lexical, mobiledoc } = post
  const markdown = mobiledoc ? mobiledocMarkdown(mobiledoc) : !html && post.markdown
  if (markdown) return `${markdown.replaceAll(markdownAddress, rewrite).trim()}\n`
  if (html) return htmlToMarkdown(html, losses, rewrite)
  if (lexical) return htmlToMarkdown(lexicalHtml(lexical, losses), losses, rewrite)
  return htmlToMarkdown(mobiledoc ? mobiledocHtml(mobiledoc, losses) : '', losses, rewrite)
}

function tagsOf(post: GhostPost, { tags, posts_tags }: GhostData, losses: Losses): string[] {
  const byId = new Map(tags.map((tag) => [tag.id, tag]))
  const own = posts_tags
    .filter(({ post_id }) => post_id === post.id)
    .sort((one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0))
    .flatMap(({ tag_id }) => byId.get(tag_id) ?? [])
  const names = own.flatMap(({ name, visibility }) => {
    if (visibility !== 'internal' && !name.startsWith('#')) return name.trim()
    losses.note(`the internal tag “${name}”`)
    return []
  })
  return [...new Set(names)].filter(Boolean)
}

const metaNames: [key: keyof GhostMeta, name: string][] = [
  ['meta_title', 'title for search engines'],
  ['meta_description', 'description for search engines'],
  ['og_title', 'title for Facebook'],
  ['og_description', 'description for Facebook'],
  ['og_image', 'image for Facebook'],
  ['twitter_title', 'title for X'],
  ['twitter_description', 'description for X'],
  ['twitter_image', 'image for X'],
  ['email_subject', 'mail subject'],
  ['frontmatter', 'front matter'],
]

/**
 * Records data that this blog does not support. A description for search engines is kept if there
 * is no excerpt.
 */
function noteMeta(
  post: GhostPost,
  meta: GhostData['posts_meta'][number] | undefined,
  losses: Losses,
): void {
  for (const [key, name] of metaNames) {
    const value = (post[key] || meta?.[key] || '').trim()
    const isKept = key === 'meta_description' && post.custom_excerpt.trim() === ''
    if (value !== '' && !isKept) losses.note(`its ${name}: ${value}`)
  }
  if (post.canonical_url) losses.note(`its canonical URL: ${post.canonical_url}`)
  if (post.custom_template) losses.note(`its template “${post.custom_template}”`)
  if (post.codeinjection_head) losses.note('the code injected into its head')
  if (post.codeinjection_foot) losses.note('the code injected into its foot')
  if (post.featured) losses.note('its “featured” mark')
}

function slugOf(post: GhostPost): string {
  return slugFromWords(post.slug, post.title, `post-${post.id}`)
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
  if (meta?.feature_image_caption)
    losses.note(
      `the caption of its cover: ${meta.feature_image_caption.replaceAll(/<[^<>]*>/g, '')}`,
    )
  noteMeta(post, meta, losses)
  const fitted = normalizeImportedPost({
    slug: slugOf(post),
    title: post.title.trim() || '(no title)',
    summary:
      post.custom_excerpt.trim() || (post.meta_description || meta?.meta_description || '').trim(),
    content: contentOf(post, losses, rewrite),
    tags: tagsOf(post, data, losses),
    ...stateOf(post, losses),
    cover,
    coverAlt: cover && (meta?.feature_image_alt.trim() ?? ''),
  })
  return {
    post: fitted.post,
    comments: [],
    commentsClosed: false,
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
      if (name) losses.note(`the author “${name}” of a post`)
    }
  }
  for (const { key, value } of settings) {
    if (/^(?:codeinjection|ghost)_(?:head|foot)$/.test(key) && value)
      losses.note(`the code injected into all pages (${key})`)
  }
  return losses.list()
}

/**
 * Reads the posts of a Ghost export (JSON) and converts them.
 * @param site the URL of the old blog without a trailing slash; empty if unknown
 * @throws SyntaxError if it is not a Ghost export
 */
export function* readGhostPosts(json: string, site = ''): Generator<ForeignFound> {
  const data = readGhostData(json)
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
