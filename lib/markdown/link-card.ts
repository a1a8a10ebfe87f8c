import type { Paragraph, Root } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { parseUrl } from '@/lib/text/parse-url'
import {
  type LinkCardOverrides,
  type LinkCardText,
  readLinkCardDirective,
} from './link-card-directive'

/** The name of a card's element between Markdown and React. */
export const linkCardElement = 'link-card'

/** The attributes of a card that sanitising keeps. */
export const linkCardAttributes = ['url', 'title', 'description', 'image']

/**
 * Turns each top-level paragraph that only contains a bare URL or a `::link-card` into the element
 * of a card with a link in it. No other directive is supported, so `10:30`, `:smile:` and `::note`
 * stay text.
 * @param markdown the source of the tree
 * @returns the URLs of the cards in their order
 */
export function markLinkCards(root: Root, markdown: string): string[] {
  return root.children.flatMap((block) => {
    if (block.type !== 'paragraph') return []
    const card = readCard(block, markdown)
    if (!card) return []
    const { url, image } = card
    const hProperties = { ...card, image: image ? undefined : 'false' }
    block.data = { ...block.data, hName: linkCardElement, hProperties }
    if (block.children[0]?.type !== 'link')
      block.children = [{ type: 'link', url, children: [{ type: 'text', value: url }] }]
    return [url]
  })
}

function readCard({ children, position }: Paragraph, markdown: string): LinkCardText | undefined {
  const source = markdown.slice(position?.start.offset, position?.end.offset)
  if (source.startsWith('::link-card{')) return readLinkCardDirective(source)
  const [link, ...others] = children
  if (link?.type !== 'link' || others.length > 0 || !/^https?:\/\//i.test(link.url))
    return undefined
  // The parser may have encoded the URL and not its text. `http://host:port/` is not a URL.
  const url = parseUrl(link.url)
  const isBare = url && parseUrl(textOf(link))?.href === url.href
  return isBare ? { url: link.url, image: true } : undefined
}

/** Reads the overrides of a card from the attributes of its element. */
export function cardOverridesOf(attributes: Record<string, unknown>): LinkCardOverrides {
  const { title, description, image } = attributes
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    image: image !== 'false',
  }
}
