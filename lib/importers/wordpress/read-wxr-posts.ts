import { messageOf } from '@/lib/errors'
import { importErrorText } from '@/lib/i18n/error-text'
import { translator } from '@/lib/i18n/translator'
import { addressKey } from '@/lib/importers/address-key'
import { placeText } from '@/lib/importers/comments/import-report'
import { decodeChunks } from '@/lib/importers/comments/source-text'
import { htmlToMarkdown } from '@/lib/importers/html/html-to-markdown'
import {
  type ForeignFound,
  type ForeignPost,
  Losses,
  NotAPost,
} from '@/lib/importers/imported-post'
import { normaliseImportedPost, slugFromTexts } from '@/lib/importers/normalise-imported-post'
import {
  BrokenXml,
  readXmlRecords,
  textOf,
  utcTimeOf,
  type XmlRecord,
} from '@/lib/importers/xml/read-xml-records'
import { parseUrl } from '@/lib/text/parse-url'
import type { Attachment } from './shortcode'
import { wordpressHtml } from './wordpress-html'

/**
 * Decodes a slug. WordPress stores letters of other scripts as escapes: `%d0%bf…`. It cuts a slug
 * to 200 bytes, which may split a letter.
 */
export const decodeSlug = (name: string): string =>
  name
    .trim()
    .replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) =>
      new TextDecoder()
        .decode(Buffer.from(escapes.replaceAll('%', ''), 'hex'))
        .replaceAll('\uFFFD', ''),
    )

/** Returns an item's metadata by key. */
function metaOf({ elements }: XmlRecord): Map<string, string> {
  const meta = new Map<string, string>()
  let key = ''
  for (const { path, text } of elements) {
    if (path === 'wp:postmeta/wp:meta_key') key = text
    if (path === 'wp:postmeta/wp:meta_value') meta.set(key, text)
  }
  return meta
}

/** Relations between items, read first, since a post may precede its image. */
type WxrIndex = {
  /** Attachments by id. */
  attachments: Map<string, Attachment>
  /** New slugs by the old URL of the post. */
  slugs: Map<string, string>
}

async function indexWxr(items: AsyncIterable<XmlRecord>): Promise<WxrIndex> {
  const index: WxrIndex = { attachments: new Map(), slugs: new Map() }
  for await (const item of items) {
    const type = textOf(item, 'wp:post_type')
    if (type === 'attachment') {
      const url = textOf(item, 'wp:attachment_url')
      const alt = metaOf(item).get('_wp_attachment_image_alt')?.trim() ?? ''
      if (url) index.attachments.set(textOf(item, 'wp:post_id'), { url, alt })
    } else if (type === 'post') {
      const link = textOf(item, 'link')
      if (parseUrl(link)) index.slugs.set(addressKey(link), wxrSlug(item))
    }
  }
  return index
}

/** Returns the new slug of a post, made from its old slug or its title. */
function wxrSlug(item: XmlRecord): string {
  return slugFromTexts(
    decodeSlug(textOf(item, 'wp:post_name')),
    textOf(item, 'title'),
    `post-${textOf(item, 'wp:post_id')}`,
  )
}

/** Returns whether a post becomes a draft. Posts that were not public for everyone do. */
function isDraft(item: XmlRecord, losses: Losses): boolean {
  const status = textOf(item, 'wp:status')
  const isForAll = textOf(item, 'wp:post_password') === '' && status !== 'private'
  if (!isForAll) losses.note('draft')
  return !isForAll || (status !== 'publish' && status !== 'future')
}

function tagsOf({ elements }: XmlRecord): string[] {
  const names = elements
    .filter(({ path }) => path === 'category')
    .filter(({ attributes: { domain } }) => domain === 'category' || domain === 'post_tag')
    .map(({ text }) => text.trim())
  return [...new Set(names)].filter((name) => name !== '' && name.toLowerCase() !== 'uncategorized')
}

/** Returns a function that rewrites the URLs of posts in an item; others keep their target. */
function rewriter({ slugs }: WxrIndex, item: XmlRecord, losses: Losses) {
  const link = textOf(item, 'link')
  return (address: string): string => {
    const isRelative = !parseUrl(address) && address !== '' && !address.startsWith('#')
    const url = parseUrl(address, isRelative ? link : undefined)
    if (isRelative && !url) {
      losses.note('oldPath')
      return address
    }
    if (!url) return address
    const slug = slugs.get(addressKey(url.href))
    if (slug !== undefined) return `/posts/${slug}${url.hash}`
    if (isRelative) losses.note('relativeLink')
    return isRelative ? url.href : address
  }
}

/**
 * Records custom fields of plugins and themes. WordPress hides keys that begin with `_`, which
 * belong to itself or to plugins.
 */
function recordMetaLosses(item: XmlRecord, losses: Losses): void {
  for (const [key, value] of metaOf(item)) {
    if (value !== '' && (!key.startsWith('_') || /^_(?:yoast|aioseo|genesis)_/.test(key)))
      losses.note('customField', { key })
  }
}

function dateOf(item: XmlRecord, losses: Losses): Date {
  const date = utcTimeOf(item, 'wp:post_date_gmt') ?? utcTimeOf(item, 'wp:post_date')
  if (!date) losses.note('noDate')
  return date ?? new Date()
}

function toForeignPost(item: XmlRecord, index: WxrIndex): ForeignPost {
  const losses = new Losses()
  const title = textOf(item, 'title')
  const cover = index.attachments.get(metaOf(item).get('_thumbnail_id') ?? '')
  const rewrite = rewriter(index, item, losses)
  const html = wordpressHtml(textOf(item, 'content:encoded'), {
    attachments: index.attachments,
    losses,
  })
  const content = htmlToMarkdown(html, losses, rewrite)
  const summary = htmlToMarkdown(textOf(item, 'excerpt:encoded'), losses, rewrite)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (textOf(item, 'wp:is_sticky') === '1') losses.note('sticky')
  recordMetaLosses(item, losses)
  const fitted = normaliseImportedPost({
    slug: wxrSlug(item),
    title: title || '(no title)',
    summary,
    content,
    tags: tagsOf(item),
    draft: isDraft(item, losses),
    isPage: textOf(item, 'wp:post_type') === 'page',
    publishedAt: dateOf(item, losses),
    cover: cover?.url ?? '',
    coverAlt: cover?.alt ?? '',
  })
  return {
    post: fitted.post,
    address: textOf(item, 'link'),
    commentsClosed: textOf(item, 'wp:comment_status') === 'closed',
    lost: [...losses.list(), ...fitted.lost],
  }
}

/** Returns whether an item is a post that is not deleted, as opposed to an image or a menu. */
function isPost(item: XmlRecord): boolean {
  return (
    ['post', 'page'].includes(textOf(item, 'wp:post_type')) &&
    !['trash', 'auto-draft', 'inherit'].includes(textOf(item, 'wp:status'))
  )
}

/**
 * Reads the items of a WordPress export (WXR) as a stream, so that memory use is bounded. Skips
 * their comments, which may be longer than any post.
 * @param chunks the file's bytes in UTF-8
 * @throws NotAPost if it is not UTF-8, not an export, or incomplete
 */
export async function* readWxrItems(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<XmlRecord> {
  try {
    const wxr = { root: 'rss', records: { item: [], 'wp:comment': [] } }
    for await (const record of readXmlRecords(decodeChunks(chunks, 'utf-8', true), wxr)) {
      if (record.name !== 'item') continue
      if (record.problem)
        throw new NotAPost(`${placeText(record, translator('commentImport'))}: ${record.problem}`)
      yield record
    }
  } catch (error) {
    if (error instanceof TypeError) throw new NotAPost(importErrorText('utf8'))
    if (!(error instanceof BrokenXml)) throw error
    if (!error.isFormat) throw new NotAPost(importErrorText('notExport', { system: 'WordPress' }))
    throw new NotAPost(error.record?.problem ?? error.message)
  }
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
    const author = textOf(item, 'dc:creator')
    if (author !== '') all.note('author', { author })
    try {
      yield toForeignPost(item, index)
    } catch (error) {
      yield {
        file: textOf(item, 'wp:post_name') || textOf(item, 'title'),
        reason: messageOf(error),
      }
    }
  }
  yield { lostByAll: all.list() }
}
