import { slugFromWords } from '@/lib/posts/editing/slug-from-words'
import { field, type WxrItem } from './wxr-item'

/** WordPress keeps the letters of other scripts as escapes: `%d0%bf…`. */
export function decodeSlug(name: string): string {
  try {
    return decodeURIComponent(name.trim())
  } catch {
    // Cut in the middle of a letter, as its column of 200 bytes does.
    return name
      .trim()
      .replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) =>
        new TextDecoder()
          .decode(Buffer.from(escapes.replaceAll('%', ''), 'hex'))
          .replaceAll('\uFFFD', ''),
      )
  }
}

/** A picture or another file that the blog had. */
export type Attachment = { url: string; alt: string }

/** What the items of an export say of one another; read first, for a post may stand before its picture. */
export type WxrIndex = {
  /** By their ids. */
  attachments: Map<string, Attachment>
  /** What posts are called, by the address they had. */
  slugs: Map<string, string>
}

export async function indexWxr(items: AsyncIterable<WxrItem>): Promise<WxrIndex> {
  const index: WxrIndex = { attachments: new Map(), slugs: new Map() }
  for await (const item of items) {
    const type = field(item, 'wp:post_type')
    if (type === 'attachment') {
      const url = field(item, 'wp:attachment_url').trim()
      const alt = item.meta.get('_wp_attachment_image_alt')?.trim() ?? ''
      if (url) index.attachments.set(field(item, 'wp:post_id'), { url, alt })
    } else if (type === 'post') {
      const link = field(item, 'link').trim()
      if (URL.canParse(link)) index.slugs.set(addressKey(link), wxrSlug(item))
    }
  }
  return index
}

/** The slug of a post here, made of its own or of its title. */
export function wxrSlug(item: WxrItem): string {
  return slugFromWords(
    decodeSlug(field(item, 'wp:post_name')),
    field(item, 'title').trim(),
    `post-${field(item, 'wp:post_id')}`,
  )
}

/** An address without what does not tell it from others. */
export function addressKey(address: string): string {
  const { host, pathname, search } = new URL(address)
  return `${host}${pathname.replace(/(?<!\/)\/+$/, '')}${search}`
}
