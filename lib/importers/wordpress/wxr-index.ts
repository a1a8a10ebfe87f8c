import { slugFromWords } from '@/lib/importers/normalize-imported-post'
import { parseUrl } from '@/lib/text/parse-url'
import { field, type WxrItem } from './read-wxr-items'

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

/** An image or another file of the blog. */
export type Attachment = { url: string; alt: string }

/** Relations between items, read first, since a post may precede its image. */
export type WxrIndex = {
  /** Attachments by id. */
  attachments: Map<string, Attachment>
  /** New slugs by the old URL of the post. */
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
      if (parseUrl(link)) index.slugs.set(addressKey(link), wxrSlug(item))
    }
  }
  return index
}

/** Returns the new slug of a post, made from its old slug or its title. */
export function wxrSlug(item: WxrItem): string {
  return slugFromWords(
    decodeSlug(field(item, 'wp:post_name')),
    field(item, 'title').trim(),
    `post-${field(item, 'wp:post_id')}`,
  )
}

/** Returns a URL without parts that do not identify the page. */
export function addressKey(address: string): string {
  const { host, pathname, search } = new URL(address)
  return `${host}${pathname.replace(/(?<!\/)\/+$/, '')}${search}`
}
