import type { Paragraph, Root, RootContent } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { parseUrl } from '@/lib/text/parse-url'
import { type LinkCardOverrides, readLinkCardDirective } from './link-card-directive'

declare module 'mdast' {
  interface ParagraphData {
    /** The author's overrides for the card that replaces this paragraph. */
    linkCard?: LinkCardOverrides
  }
}

/** The name of a card's element between Markdown and React. */
export const linkCardElement = 'link-card'

/** The attributes of a card that sanitizing keeps. */
export const linkCardAttributes = ['url', 'title', 'description', 'image']

/**
 * Returns the URL of a block that is shown as a card: a top-level paragraph of the post that
 * contains only a bare URL. Both saving (which fetches previews) and rendering (which shows them)
 * use this function.
 */
export function linkCardUrl(block: RootContent): string | undefined {
  if (block.type !== 'paragraph') return undefined
  const [link, ...others] = block.children
  if (link?.type !== 'link' || others.length > 0 || !/^https?:\/\//i.test(link.url))
    return undefined
  // The parser may have encoded the URL and not its text. `http://host:port/` is not a URL.
  const url = parseUrl(link.url)
  return url && parseUrl(textOf(link))?.href === url.href ? link.url : undefined
}

/**
 * Replaces each paragraph that only contains a `::link-card` with the paragraph of a bare URL,
 * which stores the author's overrides. Code that handles bare URLs then handles it too. No other
 * directive is supported, so `10:30`, `:smile:` and `::note` stay text.
 * @param markdown the source of the tree
 */
export function readLinkCardDirectives(root: Root, markdown: string): void {
  root.children = root.children.map((block) => readDirective(block, markdown) ?? block)
}

function readDirective(block: RootContent, markdown: string): Paragraph | undefined {
  const start = block.position?.start.offset
  const end = block.position?.end.offset
  if (
    block.type !== 'paragraph' ||
    start === undefined ||
    !markdown.startsWith('::link-card{', start)
  )
    return undefined
  const card = readLinkCardDirective(markdown.slice(start, end))
  if (!card) return undefined
  const { url, ...overrides } = card
  const link = { type: 'link' as const, url, children: [{ type: 'text' as const, value: url }] }
  return {
    type: 'paragraph',
    children: [link],
    data: { linkCard: overrides },
    ...(block.position && { position: block.position }),
  }
}

/** A remark plugin that replaces each such paragraph with a card's element. */
export function markLinkCards() {
  return (root: Root): void => {
    for (const block of root.children) {
      const url = linkCardUrl(block)
      if (url === undefined || block.type !== 'paragraph') continue
      const overrides = block.data?.linkCard
      const image = overrides?.image === false ? 'false' : undefined
      const hProperties = { url, ...overrides, image }
      block.data = { ...block.data, hName: linkCardElement, hProperties }
    }
  }
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
