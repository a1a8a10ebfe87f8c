import { decodeSlug } from './decode-slug'
import { field, type WxrItem } from './wxr-item'

/** A picture or another file that the blog had. */
export type Attachment = { url: string; alt: string }

/** What the items of an export say of one another; read first, for a post may stand before its picture. */
export type WxrIndex = {
  /** By their ids. */
  attachments: Map<string, Attachment>
  /** What posts are called, by the address they had. */
  slugs: Map<string, string>
  authors: Set<string>
}

export async function indexWxr(items: AsyncIterable<WxrItem>): Promise<WxrIndex> {
  const index: WxrIndex = { attachments: new Map(), slugs: new Map(), authors: new Set() }
  for await (const item of items) {
    const type = field(item, 'wp:post_type')
    if (type === 'attachment') {
      const url = field(item, 'wp:attachment_url').trim()
      const alt = item.meta.get('_wp_attachment_image_alt')?.trim() ?? ''
      if (url) index.attachments.set(field(item, 'wp:post_id'), { url, alt })
    } else if (type === 'post') {
      const slug = decodeSlug(field(item, 'wp:post_name'))
      const link = field(item, 'link').trim()
      if (slug && URL.canParse(link)) index.slugs.set(addressKey(link), slug)
      index.authors.add(field(item, 'dc:creator').trim())
    }
  }
  return index
}

/** An address without what does not tell it from others. */
export function addressKey(address: string): string {
  const { host, pathname, search } = new URL(address)
  return `${host}${pathname.replace(/(?<!\/)\/+$/, '')}${search}`
}
