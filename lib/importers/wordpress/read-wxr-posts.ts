import { messageOf } from '@/lib/errors'
import { convertContent } from '@/lib/importers/comments/convert-content'
import { convertName } from '@/lib/importers/comments/convert-person'
import type { LossReason } from '@/lib/importers/comments/source-record'
import { htmlToMarkdown } from '@/lib/importers/html/html-to-markdown'
import type { ForeignComment, ForeignFound, ForeignPost } from '@/lib/importers/imported-post'
import { Losses } from '@/lib/importers/imported-post'
import { normalizeImportedPost, slugFromWords } from '@/lib/importers/normalize-imported-post'
import { parseUrl } from '@/lib/text/parse-url'
import { addParagraphs } from './add-paragraphs'
import { field, readWxrItems, type WxrItem, wxrDate } from './read-wxr-items'
import type { Attachment } from './shortcode'
import { wordpressHtml } from './wordpress-html'

/** Decodes a slug. WordPress stores letters of other scripts as escapes: `%d0%bf…`. */
export function decodeSlug(name: string): string {
  try {
    return decodeURIComponent(name.trim())
  } catch {
    // The slug was cut within a letter, since its column has 200 bytes.
    return name
      .trim()
      .replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) =>
        new TextDecoder()
          .decode(Buffer.from(escapes.replaceAll('%', ''), 'hex'))
          .replaceAll('\uFFFD', ''),
      )
  }
}

/** Relations between items, read first, since a post may precede its image. */
type WxrIndex = {
  /** Attachments by id. */
  attachments: Map<string, Attachment>
  /** New slugs by the old URL of the post. */
  slugs: Map<string, string>
}

async function indexWxr(items: AsyncIterable<WxrItem>): Promise<WxrIndex> {
  const index: WxrIndex = { attachments: new Map(), slugs: new Map() }
  for await (const item of items) {
    const type = field(item, 'wp:post_type')
    if (type === 'attachment') {
      const url = field(item, 'wp:attachment_url').trim()
      const alt = item.meta.get('_wp_attachment_image_alt')?.trim() ?? ''
      if (url) index.attachments.set(field(item, 'wp:post_id'), { url, alt })
    } else if (type === 'post') {
      const link = field(item, 'link').trim()
      if (parseUrl(link)) index.slugs.set(addressKey(link), wxrSlug(item))
    }
  }
  return index
}

/** Returns the new slug of a post, made from its old slug or its title. */
function wxrSlug(item: WxrItem): string {
  return slugFromWords(
    decodeSlug(field(item, 'wp:post_name')),
    field(item, 'title').trim(),
    `post-${field(item, 'wp:post_id')}`,
  )
}

/** Returns a URL without parts that do not identify the page. */
function addressKey(address: string): string {
  const { host, pathname, search } = new URL(address)
  return `${host}${pathname.replace(/(?<!\/)\/+$/, '')}${search}`
}

/** Returns whether a post becomes a draft. Posts that were not public for everybody do. */
function isDraft(item: WxrItem, losses: Losses): boolean {
  const status = field(item, 'wp:status')
  if (field(item, 'wp:post_type') === 'page')
    losses.note('it was a page, which this blog does not support: it was imported as a draft')
  else if (field(item, 'wp:post_password') !== '')
    losses.note('it had a password: it was imported as a draft')
  else if (status === 'private') losses.note('it was private: it was imported as a draft')
  else return status !== 'publish' && status !== 'future'
  return true
}

function tagsOf({ categories }: WxrItem): string[] {
  const names = categories
    .filter(({ domain }) => domain === 'category' || domain === 'post_tag')
    .map(({ name }) => name)
  return [...new Set(names)].filter((name) => name !== '' && name.toLowerCase() !== 'uncategorized')
}

/** Returns a function that rewrites the URLs of posts in an item; others keep their target. */
function rewriter({ slugs }: WxrIndex, item: WxrItem, losses: Losses) {
  const link = field(item, 'link').trim()
  return (address: string): string => {
    const isRelative = !parseUrl(address) && address !== '' && !address.startsWith('#')
    const url = parseUrl(address, isRelative ? link : undefined)
    if (isRelative && !url) {
      losses.note('a link to a path of the old blog, whose address the export does not contain')
      return address
    }
    if (!url) return address
    const slug = slugs.get(addressKey(url.href))
    if (slug !== undefined) return `/posts/${slug}${url.hash}`
    if (isRelative) losses.note('a relative link to the old blog, which is now absolute')
    return isRelative ? url.href : address
  }
}

/**
 * Records custom fields of plugins and themes. WordPress hides keys that begin with `_`, which
 * belong to itself or to plugins.
 */
function noteMeta({ meta }: WxrItem, losses: Losses): void {
  for (const [key, value] of meta) {
    if (value !== '' && (!key.startsWith('_') || /^_(?:yoast|aioseo|genesis)_/.test(key)))
      losses.note(`the custom field “${key}”`)
  }
}

function dateOf(item: WxrItem, losses: Losses): Date {
  const date = wxrDate(field(item, 'wp:post_date_gmt')) ?? wxrDate(field(item, 'wp:post_date'))
  if (!date) losses.note('it had no date: the date of the import is used')
  return date ?? new Date()
}

type Source = {
  /** Records the losses of the post, including skipped comments. */
  losses: Losses
  /** The date of a comment without one. */
  publishedAt: Date
  /** The address of the post in the old blog. */
  pageUrl: string
  /** Rewrites the URLs of posts. */
  rewrite: (address: string) => string
}

/** Descriptions of what comments can lose. */
const lossTexts: Partial<Record<LossReason, string>> = {
  'content-cut': 'the end of a comment, which had more than 20,000 characters',
  'control-characters': 'control characters in a comment',
  emoticon: 'an emoticon in a comment became text',
  'image-link': 'an image in a comment became a link',
  'inline-image': 'an image in a comment became its description',
  markup: 'markup that comments do not have',
  'name-cut': 'the end of the name of a comment’s author, which had more than 80 characters',
  'name-missing': 'the name of a comment’s author, which was missing',
  'relative-link': 'a relative link to the old blog, which is now absolute',
}

/** Converts a comment; returns undefined if it has no text. */
function toComment(
  text: (name: string) => string,
  { losses, publishedAt, pageUrl, rewrite }: Source,
): ForeignComment | undefined {
  const own = new Losses()
  const html = addParagraphs(text('content'))
  const { content, losses: lost } = convertContent({
    content: html,
    markup: 'html',
    pageUrl,
    rewrite,
  })
  if (content === '') {
    losses.note('a comment without text')
    return undefined
  }
  const author = convertName(text('author'))
  for (const reason of [...lost, ...author.losses]) own.note(lossTexts[reason] ?? reason)
  if (text('author_email')) own.note('the e-mail address of a comment’s author')
  if (text('author_url')) own.note('the web address of a comment’s author')
  const createdAt = wxrDate(text('date_gmt')) ?? wxrDate(text('date'))
  if (!createdAt) own.note('a comment had no date: the date of the post is used')
  return {
    id: text('id'),
    parentId: text('parent') === '0' ? '' : text('parent'),
    authorName: author.name,
    content,
    createdAt: createdAt ?? publishedAt,
    isApproved: text('approved') === '1',
    lost: own.list(),
  }
}

/**
 * Returns the approved and pending comments of an item. Addresses of their authors are not
 * imported, since they were given to the other blog only.
 */
export function wxrComments({ comments }: WxrItem, source: Source): ForeignComment[] {
  const { losses } = source
  return comments.flatMap((comment) => {
    const text = (name: string) => comment.get(`wp:comment_${name}`)?.trim() ?? ''
    const approved = text('approved')
    if (text('type') !== '' && text('type') !== 'comment')
      losses.note(`a ${text('type')} from another site`)
    else if (approved !== '1' && approved !== '0')
      losses.note('a comment that was spam or in the trash')
    else return toComment(text, source) ?? []
    return []
  })
}

function toForeignPost(item: WxrItem, index: WxrIndex): ForeignPost {
  const losses = new Losses()
  const title = field(item, 'title').trim()
  const cover = index.attachments.get(item.meta.get('_thumbnail_id') ?? '')
  const rewrite = rewriter(index, item, losses)
  const html = wordpressHtml(field(item, 'content:encoded'), {
    attachments: index.attachments,
    losses,
  })
  const content = htmlToMarkdown(html, losses, rewrite)
  const summary = htmlToMarkdown(field(item, 'excerpt:encoded'), losses, rewrite)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (field(item, 'wp:is_sticky') === '1') losses.note('its sticky position')
  noteMeta(item, losses)
  const publishedAt = dateOf(item, losses)
  const fitted = normalizeImportedPost({
    slug: wxrSlug(item),
    title: title || '(no title)',
    summary,
    content,
    tags: tagsOf(item),
    draft: isDraft(item, losses),
    publishedAt,
    cover: cover?.url ?? '',
    coverAlt: cover?.alt ?? '',
  })
  const comments = wxrComments(item, {
    losses,
    publishedAt,
    pageUrl: field(item, 'link').trim(),
    rewrite,
  })
  return {
    post: fitted.post,
    comments,
    commentsClosed: field(item, 'wp:comment_status') === 'closed',
    lost: [...losses.list(), ...fitted.lost],
  }
}

/** Returns whether an item is a post, and not an image, menu, revision or deleted. */
function isPost(item: WxrItem): boolean {
  return (
    ['post', 'page'].includes(field(item, 'wp:post_type')) &&
    !['trash', 'auto-draft', 'inherit'].includes(field(item, 'wp:status'))
  )
}

/**
 * Reads the posts of a WordPress export (WXR) and converts them one at a time.
 * @param open opens the file, which is read twice, since a post may precede its images
 * @throws NotAPost if it is not such an export
 */
export async function* readWxrPosts(
  open: () => AsyncIterable<Uint8Array>,
): AsyncGenerator<ForeignFound> {
  const index = await indexWxr(readWxrItems(open()))
  const all = new Losses()
  for await (const item of readWxrItems(open())) {
    if (!isPost(item)) continue
    const author = field(item, 'dc:creator').trim()
    if (author !== '') all.note(`the author “${author}” of a post`)
    try {
      yield toForeignPost(item, index)
    } catch (error) {
      yield {
        file: field(item, 'wp:post_name') || field(item, 'title'),
        reason: messageOf(error),
      }
    }
  }
  yield { lostByAll: all.list() }
}
