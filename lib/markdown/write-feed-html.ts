import 'server-only'
import type { Element, ElementContent, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import { visit } from 'unist-util-visit'
import { parseUrl } from '@/lib/text/parse-url'
import { linkCardElement } from './link-card'
import { readCommentTree } from './render-comment-markdown'
import { readPostTree } from './render-post-markdown'

/**
 * The attributes that feed readers use, first the URLs. Ids are omitted, because they could clash
 * with those of other posts.
 */
const addresses = ['href', 'src', 'cite', 'poster']
const attributes = [
  'align',
  'alt',
  'title',
  'width',
  'height',
  'start',
  'reversed',
  'rel',
  'colSpan',
  'rowSpan',
  'dir',
  'lang',
  'dateTime',
  'open',
]

const text = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

type Links = { absolute: (url: unknown) => string | undefined; titles: ReadonlyMap<string, string> }

/** Returns the replacement of an element that works only on the page; undefined if it stays. */
function replace(
  { tagName, properties, children }: Element,
  { absolute, titles }: Links,
): ElementContent[] | undefined {
  if (tagName === 'span') return children
  if (tagName === 'input') return [{ type: 'text', value: properties.checked ? '☑' : '☐' }]
  if (tagName !== linkCardElement && tagName !== 'iframe') return undefined
  const url = absolute(properties.url ?? properties.src)
  if (url === undefined) return []
  const title = text(properties.title) ?? text(titles.get(String(properties.url)))
  return [h('p', h('a', { href: url }, title ?? text(properties.url) ?? url))]
}

/**
 * Writes the HTML tree of a page for feed readers. Makes URLs absolute, turns cards and frames into
 * links, and omits attributes that need the page's styles or scripts.
 */
function toFeedHtml(page: Root, base: string, titles: ReadonlyMap<string, string>): string {
  const root = structuredClone(page)
  const absolute = (url: unknown) =>
    typeof url === 'string' ? parseUrl(url, base)?.href : undefined
  visit(root, 'element', (element, index, parent) => {
    const nodes = replace(element, { absolute, titles })
    if (nodes && parent && index !== undefined) {
      parent.children.splice(index, 1, ...nodes)
      return index
    }
    for (const [name, value] of Object.entries(element.properties)) {
      if (addresses.includes(name)) element.properties[name] = absolute(value)
      else if (!attributes.includes(name)) element.properties[name] = undefined
    }
    return undefined
  })
  return toHtml(root)
}

/**
 * Renders a post's Markdown as HTML for feed readers.
 * @param base the post's own URL, against which relative URLs are resolved
 * @param titles titles of the post's cards, by their URL as written in the post
 * @returns undefined if the post cannot be rendered
 */
export async function postFeedHtml(
  markdown: string,
  base: string,
  titles: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const root = await readPostTree(markdown)
  return root && toFeedHtml(root, base, titles)
}

/**
 * Renders a comment's Markdown in full as HTML for feed readers and embeds.
 * @param base URL against which relative URLs are resolved
 * @param isInThread whether the surrounding comments are on the page at `base`
 */
export async function commentFeedHtml(
  markdown: string,
  base: string,
  isInThread = false,
): Promise<string> {
  const { tree } = await readCommentTree(markdown, isInThread)
  return toFeedHtml(tree, base, new Map())
}
