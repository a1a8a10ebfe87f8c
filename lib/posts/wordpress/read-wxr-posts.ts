import { fitPost } from '@/lib/posts/fit-post'
import type { ForeignFound, ForeignPost } from '@/lib/posts/foreign-post'
import { htmlToMarkdown } from '@/lib/posts/from-html/html-to-markdown'
import { Losses } from '@/lib/posts/from-html/losses'
import { slugFromWords } from '@/lib/posts/slug-from-words'
import { decodeSlug } from './decode-slug'
import { readWxrItems } from './read-wxr-items'
import { wordpressHtml } from './wordpress-html'
import { wxrComments } from './wxr-comments'
import { wxrDate } from './wxr-date'
import { addressKey, indexWxr, type WxrIndex } from './wxr-index'
import { field, type WxrItem } from './wxr-item'

/** What is not for everybody there is not for everybody here. */
function isDraft(item: WxrItem, losses: Losses): boolean {
  const status = field(item, 'wp:status')
  if (field(item, 'wp:post_type') === 'page') losses.note('it was a page, which this blog has none of: it is a draft')
  else if (field(item, 'wp:post_password') !== '') losses.note('it had a password: it is a draft')
  else if (status === 'private') losses.note('it was private: it is a draft')
  else return status !== 'publish' && status !== 'future'
  return true
}

function tagsOf({ categories }: WxrItem): string[] {
  const names = categories.filter(({ domain }) => domain === 'category' || domain === 'post_tag').map(({ name }) => name)
  return [...new Set(names)].filter((name) => name !== '' && name.toLowerCase() !== 'uncategorized')
}

function rewriter({ slugs }: WxrIndex) {
  return (address: string): string => {
    if (!URL.canParse(address)) return address
    const slug = slugs.get(addressKey(address))
    return slug === undefined ? address : `/posts/${slug}${new URL(address).hash}`
  }
}

function toForeignPost(item: WxrItem, index: WxrIndex): ForeignPost {
  const losses = new Losses()
  const title = field(item, 'title').trim()
  const cover = index.attachments.get(item.meta.get('_thumbnail_id') ?? '')
  const html = wordpressHtml(field(item, 'content:encoded'), { attachments: index.attachments, losses })
  const content = htmlToMarkdown(html, losses, rewriter(index))
  const summary = htmlToMarkdown(field(item, 'excerpt:encoded'), new Losses()).replaceAll(/\s+/g, ' ').trim()
  if (field(item, 'wp:is_sticky') === '1') losses.note('that it stood above the others')
  const fitted = fitPost({
    slug: slugFromWords(decodeSlug(field(item, 'wp:post_name')), title, `post-${field(item, 'wp:post_id')}`),
    title: title || '(no title)',
    summary,
    content,
    tags: tagsOf(item),
    draft: isDraft(item, losses),
    publishedAt: wxrDate(field(item, 'wp:post_date_gmt')) ?? wxrDate(field(item, 'wp:post_date')) ?? new Date(),
    cover: cover?.url ?? '',
    coverAlt: cover?.alt ?? '',
  })
  const comments = wxrComments(item, losses)
  return {
    post: fitted.post,
    comments,
    commentsClosed: field(item, 'wp:comment_status') === 'closed',
    lost: [...losses.list(), ...fitted.lost],
  }
}

/** Kinds of items that are no posts: pictures, menus, revisions, styles; and what was thrown away. */
function isPost(item: WxrItem): boolean {
  return ['post', 'page'].includes(field(item, 'wp:post_type')) && !['trash', 'auto-draft', 'inherit'].includes(field(item, 'wp:status'))
}

/**
 * The posts of a WordPress export (WXR), as they would be here, one at a time.
 *
 * @param open opens the file; it is read twice, for a post may stand before its pictures
 * @throws NotAPost where it is no such export
 */
export async function* readWxrPosts(open: () => AsyncIterable<Uint8Array>): AsyncGenerator<ForeignFound> {
  const index = await indexWxr(readWxrItems(open()))
  for await (const item of readWxrItems(open())) {
    if (!isPost(item)) continue
    try {
      yield toForeignPost(item, index)
    } catch (error) {
      yield { file: field(item, 'wp:post_name') || field(item, 'title'), reason: error instanceof Error ? error.message : String(error) }
    }
  }
}
