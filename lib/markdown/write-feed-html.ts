import 'server-only'
import { createHash } from 'node:crypto'
import type { Element, ElementContent, Properties, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { LRUCache } from 'lru-cache'
import { linkCardElement } from './link-card'
import { readPostTree } from './render-post-markdown'

const text = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** Where a card's element leads. */
const cardUrl = ({ properties }: Element): string | undefined => text(properties.url)

/** What a card is called where it is only a link: by the words beside its URL in the post, by its preview, or by its URL. */
function cardTitle(card: Element, titles: ReadonlyMap<string, string>): string {
  const url = cardUrl(card) ?? ''
  return text(card.properties.title) ?? text(titles.get(url)) ?? url
}

/** Characters of HTML that are kept: a feed is made anew after each comment, and its posts are seldom other ones. */
const keptMax = 8_000_000
const kept = new LRUCache<string, string>({
  maxSize: keptMax,
  sizeCalculation: (html, key) => html.length + key.length + 1,
})

type Place = {
  /** The post's own address, from which others are read. */
  base: string
  /** Titles of what the post shows as cards, by their URL as it stands there. */
  titles: ReadonlyMap<string, string>
}

/** What a feed reader has a use for; ids would meet those of other posts. */
const attributes = [
  'align',
  'alt',
  'title',
  'width',
  'height',
  'start',
  'reversed',
  'colSpan',
  'rowSpan',
  'dir',
  'lang',
  'dateTime',
  'open',
]
const addresses = ['href', 'src', 'cite', 'poster']

/** Made for the page alone, or by a script of it. */
const leftOut = ['button', 'script', 'style', 'svg', 'template']

function absolute(url: unknown, base: string): string | undefined {
  return typeof url === 'string' && URL.canParse(url, base) ? new URL(url, base).href : undefined
}

function keptProperties(properties: Properties, base: string): Properties {
  const plain = attributes.flatMap((name) =>
    properties[name] === undefined ? [] : [[name, properties[name]]],
  )
  const whole = addresses.flatMap((name) =>
    properties[name] === undefined ? [] : [[name, absolute(properties[name], base) ?? null]],
  )
  return Object.fromEntries([...plain, ...whole])
}

const linkTo = (href: string, words: string): Element => ({
  type: 'element',
  tagName: 'a',
  properties: { href },
  children: [{ type: 'text', value: words }],
})

const paragraph = (child: ElementContent): Element => ({
  type: 'element',
  tagName: 'p',
  properties: {},
  children: [child],
})

function toFeedElement(element: Element, place: Place): ElementContent[] {
  const { tagName, properties } = element
  if (leftOut.includes(tagName)) return []
  if (tagName === linkCardElement) {
    const url = absolute(cardUrl(element), place.base)
    return url === undefined ? [] : [paragraph(linkTo(url, cardTitle(element, place.titles)))]
  }
  if (tagName === 'iframe') {
    const url = absolute(properties.src, place.base)
    return url === undefined
      ? []
      : [paragraph(linkTo(url, typeof properties.title === 'string' ? properties.title : url))]
  }
  if (tagName === 'input') return [{ type: 'text', value: properties.checked ? '☑' : '☐' }]
  const children = element.children.flatMap((child) => toFeedNode(child, place))
  // Colours of code, and other spans of the page's own.
  if (tagName === 'span') return children
  return [
    { type: 'element', tagName, properties: keptProperties(properties, place.base), children },
  ]
}

function toFeedNode(node: Root['children'][number], place: Place): ElementContent[] {
  if (node.type === 'text') return [node]
  return node.type === 'element' ? toFeedElement(node, place) : []
}

/**
 * A post's Markdown as HTML for readers of feeds: by the renderer of its page, with whole addresses, cards as links, and
 * nothing that only the page's styles and scripts make sense of.
 *
 * @returns undefined where it cannot be rendered
 */
export async function writeFeedHtml(markdown: string, place: Place): Promise<string | undefined> {
  const key = createHash('sha1')
    .update(JSON.stringify([markdown, place.base, ...place.titles]))
    .digest('base64url')
  const known = kept.get(key)
  if (known !== undefined) return known
  const root = await readPostTree(markdown)
  if (!root) return undefined
  const html = toHtml({
    type: 'root',
    children: root.children.flatMap((node) => toFeedNode(node, place)),
  })
  kept.set(key, html)
  return html
}
