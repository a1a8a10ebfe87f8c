import type { Root, RootContent } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'

/** What a card's place is called between Markdown and React. */
export const linkCardElement = 'link-card'

/**
 * The URL of a block that is shown as a card: a paragraph of the post itself that is a bare URL and nothing else.
 * The one decision, for saving (which previews are fetched) and for rendering (which are shown).
 */
export function linkCardUrl(block: RootContent): string | undefined {
  if (block.type !== 'paragraph') return undefined
  const [link, ...others] = block.children
  if (link?.type !== 'link' || others.length > 0 || !/^https?:\/\//i.test(link.url)) return undefined
  return isSameUrl(textOf(link), link.url) ? link.url : undefined
}

/** A bare URL is a link whose text is its address; the parser may have encoded the one and not the other. */
function isSameUrl(text: string, url: string): boolean {
  return text === url || (URL.canParse(text) && new URL(text).href === new URL(url).href)
}

/** A remark plugin: puts a card's element in the place of each such paragraph. */
export function markLinkCards() {
  return (root: Root): void => {
    for (const block of root.children) {
      const url = linkCardUrl(block)
      if (url !== undefined) block.data = { ...block.data, hName: linkCardElement, hProperties: { url } }
    }
  }
}
