import { fitPost } from '@/lib/posts/fit-post'
import type { ForeignFound, ForeignPost } from '@/lib/posts/foreign-post'
import { htmlToMarkdown } from '@/lib/posts/from-html/html-to-markdown'
import { Losses } from '@/lib/posts/from-html/losses'
import { slugFromWords } from '@/lib/posts/slug-from-words'
import { type GhostData, type GhostPost, readGhostData } from './ghost-export'
import { lexicalHtml } from './lexical-html'
import { mobiledocHtml, mobiledocMarkdown } from './mobiledoc-html'

/** What stands in an export for the address the blog had. */
const placeholder = '__GHOST_URL__'

/** Addresses of the old blog: its posts are here now, and what else it had is where it was. */
function addresses(slugs: ReadonlySet<string>, site: string) {
  return (address: string): string => {
    const isOwn = address.startsWith(placeholder) || (site !== '' && address.startsWith(`${site}/`))
    if (!isOwn) return address
    const path = address.slice(address.startsWith(placeholder) ? placeholder.length : site.length) || '/'
    const [, slug = '', rest = ''] = /^\/([^/?#]+)\/?([?#].*)?$/.exec(path) ?? []
    return slugs.has(slug) ? `/posts/${slug}${rest}` : `${site}${path}`
  }
}

/** What is not for everybody there is not for everybody here. */
function stateOf(post: GhostPost, losses: Losses): { draft: boolean; publishedAt: Date } {
  const isPage = post.type === 'page' || Boolean(post.page)
  const isForAll = post.visibility === '' || post.visibility === 'public'
  const isPublished = post.status === 'published' || post.status === 'scheduled'
  if (isPage) losses.note('it was a page, which this blog has none of: it is a draft')
  else if (!isForAll) losses.note(`it was for ${post.visibility} alone: it is a draft`)
  else if (post.status === 'sent') losses.note('it was sent by mail alone: it is a draft')
  const date = new Date(post.published_at ?? post.created_at ?? Date.now())
  return { draft: isPage || !isForAll || !isPublished, publishedAt: Number.isNaN(date.getTime()) ? new Date() : date }
}

function contentOf(post: GhostPost, losses: Losses, rewrite: (address: string) => string): string {
  const markdown = post.mobiledoc ? mobiledocMarkdown(post.mobiledoc) : post.html ? undefined : post.markdown || undefined
  if (markdown !== undefined) return `${markdown.replaceAll(/__GHOST_URL__[^\s)"'<>]*/g, rewrite).trim()}\n`
  const html = post.html || (post.lexical ? lexicalHtml(post.lexical, losses) : post.mobiledoc ? mobiledocHtml(post.mobiledoc, losses) : '')
  return htmlToMarkdown(html, losses, rewrite)
}

function tagsOf(post: GhostPost, { tags, posts_tags }: GhostData): string[] {
  const names = new Map(
    tags.filter(({ visibility, name }) => visibility !== 'internal' && !name.startsWith('#')).map((tag) => [tag.id, tag.name.trim()]),
  )
  const own = posts_tags.filter(({ post_id }) => post_id === post.id).sort((one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0))
  return [...new Set(own.flatMap(({ tag_id }) => names.get(tag_id) ?? []))].filter(Boolean)
}

function toForeignPost(post: GhostPost, data: GhostData, rewrite: (address: string) => string): ForeignPost {
  const losses = new Losses()
  const meta = data.posts_meta.find(({ post_id }) => post_id === post.id)
  const cover = rewrite(post.feature_image || post.image)
  if (meta?.feature_image_caption) losses.note(`the caption of its cover: ${meta.feature_image_caption.replaceAll(/<[^<>]*>/g, '')}`)
  const content = contentOf(post, losses, rewrite)
  if (/\]\(\/content\/(?:images|media|files)\//.test(content) || cover.startsWith('/content/')) {
    losses.note('its pictures stand at /content/images of the old blog: give its address by --site, or serve them there')
  }
  const fitted = fitPost({
    slug: slugFromWords(post.slug, post.title, `post-${post.id}`),
    title: post.title.trim() || '(no title)',
    summary: post.custom_excerpt.trim(),
    content,
    tags: tagsOf(post, data),
    ...stateOf(post, losses),
    cover,
    coverAlt: cover && (meta?.feature_image_alt.trim() ?? ''),
  })
  return { post: fitted.post, comments: [], commentsClosed: false, lost: [...losses.list(), ...fitted.lost] }
}

/**
 * The posts of a Ghost export (JSON), as they would be here.
 * @param site the address the blog had, without a slash at its end; empty where it is not known
 * @throws SyntaxError where it is no Ghost export
 */
export function* readGhostPosts(json: string, site = ''): Generator<ForeignFound> {
  const data = readGhostData(json)
  const rewrite = addresses(new Set(data.posts.map(({ slug }) => slug)), site)
  for (const post of data.posts) {
    try {
      yield toForeignPost(post, data, rewrite)
    } catch (error) {
      yield { file: post.slug || post.title, reason: error instanceof Error ? error.message : String(error) }
    }
  }
}
