import type { Paragraph, Root, RootContent } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { type LinkCardWords, readLinkCardDirective } from './link-card-directive'

declare module 'mdast' {
  interface ParagraphData {
    /** What the author of the post changed of the card that stands for this paragraph. */
    linkCard?: LinkCardWords
  }
}

/** What a card's place is called between Markdown and React. */
export const linkCardElement = 'link-card'

/** What sanitising lets pass of a card. */
export const linkCardAttributes = ['url', 'title', 'description', 'image']

/**
 * The URL of a block that is shown as a card: a paragraph of the post itself that is a bare URL and nothing else.
 * The one decision, for saving (which previews are fetched) and for rendering (which are shown).
 */
export function linkCardUrl(block: RootContent): string | undefined {
  if (block.type !== 'paragraph') return undefined
  const [link, ...others] = block.children
  if (link?.type !== 'link' || others.length > 0 || !/^https?:\/\//i.test(link.url))
    return undefined
  return isSameUrl(textOf(link), link.url) ? link.url : undefined
}

/** A bare URL is a link whose text is its address; the parser may have encoded the one and not the other. */
function isSameUrl(text: string, url: string): boolean {
  return text === url || (URL.canParse(text) && new URL(text).href === new URL(url).href)
}

/**
 * Makes of each paragraph that is a `::link-card` and nothing else the paragraph of a bare URL, which remembers the words
 * of its author: whatever knows bare URLs knows it then. No other directive is known, so that `10:30`, `:smile:` and
 * `::note` stay the text they are.
 * @param markdown what the tree was parsed from
 */
export function readLinkCardDirectives(root: Root, markdown: string): void {
  root.children = root.children.map((block) => readDirective(block, markdown) ?? block)
}

function readDirective(block: RootContent, markdown: string): Paragraph | undefined {
  const [start, end] = [block.position?.start.offset, block.position?.end.offset]
  if (
    block.type !== 'paragraph' ||
    start === undefined ||
    !markdown.startsWith('::link-card{', start)
  )
    return undefined
  const card = readLinkCardDirective(markdown.slice(start, end))
  if (!card) return undefined
  const { url, ...words } = card
  const link = { type: 'link' as const, url, children: [{ type: 'text' as const, value: url }] }
  return {
    type: 'paragraph',
    children: [link],
    data: { linkCard: words },
    ...(block.position && { position: block.position }),
  }
}

/** A remark plugin: puts a card's element in the place of each such paragraph. */
export function markLinkCards() {
  return (root: Root): void => {
    for (const block of root.children) {
      const url = linkCardUrl(block)
      if (url === undefined || block.type !== 'paragraph') continue
      block.data = {
        ...block.data,
        hName: linkCardElement,
        hProperties: { url, ...toAttributes(block.data?.linkCard) },
      }
    }
  }
}

function toAttributes(words: LinkCardWords | undefined): Record<string, string> {
  return {
    ...(words?.title !== undefined && { title: words.title }),
    ...(words?.description !== undefined && { description: words.description }),
    ...(words?.image === false && { image: 'false' }),
  }
}

/** The words of a card, from the attributes of its element. */
export function linkCardWordsOf(attributes: Record<string, unknown>): LinkCardWords {
  const { title, description, image } = attributes
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    image: image !== 'false',
  }
}
