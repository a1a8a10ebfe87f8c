import 'server-only'
import { createHash } from 'node:crypto'
import type { Element, ElementContent, Properties, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import { LRUCache } from 'lru-cache'
import { parseUrl } from '@/lib/text/parse-url'
import { linkCardElement } from './link-card'
import { readPostTree } from './render-post-markdown'

const text = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** Returns the URL of a card's element. */
const cardUrl = ({ properties }: Element): string | undefined => text(properties.url)

/**
 * Returns the text of a card as a link: the author's title, or the title of its preview, or its
 * URL.
 */
function cardTitle(card: Element, titles: ReadonlyMap<string, string>): string {
  const url = cardUrl(card) ?? ''
  return text(card.properties.title) ?? text(titles.get(url)) ?? url
}

/**
 * The cache size in characters of HTML. A feed is regenerated after each comment, although its
 * posts rarely change.
 */
const cacheSizeMax = 8_000_000
const cache = new LRUCache<string, string>({
  maxSize: cacheSizeMax,
  sizeCalculation: (html, key) => html.length + key.length + 1,
})

type Place = {
  /** The post's own URL, against which relative URLs are resolved. */
  base: string
  /** Titles of the post's cards, by their URL as written in the post. */
  titles: ReadonlyMap<string, string>
}

/**
 * The attributes that feed readers use. Ids are omitted, because they could clash with those of
 * other posts.
 */
const attributes = [
  ...['align', 'alt', 'title', 'width', 'height', 'start', 'reversed'],
  ...['colSpan', 'rowSpan', 'dir', 'lang', 'dateTime', 'open'],
]
const addresses = ['href', 'src', 'cite', 'poster']

/** Elements that only work on the page, with its styles or scripts. */
const omittedElements = ['button', 'script', 'style', 'svg', 'template']

function absolute(url: unknown, base: string): string | undefined {
  return typeof url === 'string' ? parseUrl(url, base)?.href : undefined
}

function feedProperties(properties: Properties, base: string): Properties {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) => {
      if (addresses.includes(name)) return [[name, absolute(value, base) ?? null]]
      return attributes.includes(name) ? [[name, value]] : []
    }),
  )
}

function toFeedElement(element: Element, place: Place): ElementContent[] {
  const { tagName, properties } = element
  if (omittedElements.includes(tagName)) return []
  if (tagName === linkCardElement) {
    const url = absolute(cardUrl(element), place.base)
    return url === undefined
      ? []
      : [h('p', h('a', { href: url }, cardTitle(element, place.titles)))]
  }
  if (tagName === 'iframe') {
    const url = absolute(properties.src, place.base)
    return url === undefined ? [] : [h('p', h('a', { href: url }, text(properties.title) ?? url))]
  }
  if (tagName === 'input') return [{ type: 'text', value: properties.checked ? '☑' : '☐' }]
  const children = element.children.flatMap((child) => toFeedNode(child, place))
  // Syntax highlighting, and other spans that only the page's styles use.
  if (tagName === 'span') return children
  return [
    { type: 'element', tagName, properties: feedProperties(properties, place.base), children },
  ]
}

function toFeedNode(node: Root['children'][number], place: Place): ElementContent[] {
  if (node.type === 'text') return [node]
  return node.type === 'element' ? toFeedElement(node, place) : []
}

/**
 * Renders a post's Markdown as HTML for feed readers, based on the tree of its page. Makes URLs
 * absolute, turns cards into links, and omits elements that need the page's styles or scripts.
 *
 * @returns undefined if the post cannot be rendered
 */
export async function writeFeedHtml(markdown: string, place: Place): Promise<string | undefined> {
  const key = createHash('sha1')
    .update(JSON.stringify([markdown, place.base, ...place.titles]))
    .digest('base64url')
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const root = await readPostTree(markdown)
  if (!root) return undefined
  const html = toHtml({
    type: 'root',
    children: root.children.flatMap((node) => toFeedNode(node, place)),
  })
  cache.set(key, html)
  return html
}
