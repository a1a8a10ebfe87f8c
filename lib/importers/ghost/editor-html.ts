/** The formats of Ghost's editors: cards, Lexical and mobiledoc. */
import { z } from 'zod'
import type { Losses } from '@/lib/importers/imported-post'
import { escapeXml } from '@/lib/markdown/escape-xml'

const images = z.array(z.object({ src: z.string() })).catch([])

/** Returns the HTML of a card in Ghost's editors; undefined for an unknown card, which it notes. */
function cardHtml(name: string, card: Record<string, unknown>, losses: Losses): string | undefined {
  const text = (key: string) => (typeof card[key] === 'string' ? card[key] : '')
  const figure = (html: string) =>
    `<figure>${html}${text('caption') && `<figcaption>${text('caption')}</figcaption>`}</figure>`
  const image = (src: string, alt: string) =>
    `<img src="${escapeXml(src)}" alt="${escapeXml(alt)}">`
  switch (name) {
    case 'image':
      return figure(image(text('src'), text('alt') || text('altText')))
    case 'gallery': {
      const pictures = images.parse(card.images).map(({ src }) => image(src, ''))
      return `<figure class="kg-gallery-card">${pictures.join('')}</figure>`
    }
    case 'bookmark':
      return `<figure class="kg-bookmark-card"><a href="${escapeXml(text('url'))}"></a></figure>`
    case 'embed':
      return `<figure class="kg-embed-card">${text('html') || escapeXml(text('url'))}</figure>`
    case 'html':
    case 'card-html':
      return text('html')
    case 'code':
    case 'codeblock':
      return (
        `<pre><code class="language-${escapeXml(text('language'))}">${escapeXml(text('code'))}` +
        '</code></pre>'
      )
    case 'callout':
      return (
        `<div class="kg-callout-card"><div class="kg-callout-emoji">${text('calloutEmoji')}` +
        `</div><div class="kg-callout-text">${text('calloutText')}</div></div>`
      )
    case 'toggle':
      return `<details><summary>${text('heading')}</summary>${text('content')}</details>`
    case 'button':
      return `<p><a href="${escapeXml(text('buttonUrl'))}">${escapeXml(text('buttonText'))}</a></p>`
    case 'video':
    case 'audio':
    case 'file':
      return (
        `<div class="kg-${name}-card"><a href="${escapeXml(text('src'))}">` +
        `${escapeXml(text('title') || text('fileTitle') || text('fileName'))}</a></div>`
      )
    case 'hr':
    case 'horizontalrule':
      return '<hr>'
    case 'paywall':
      return ''
    default:
      losses.note(`an unknown card “${name}”`)
      return undefined
  }
}

type Node = Record<string, unknown>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

/** The elements for the bits of Lexical's text format, the lowest bit first. */
const formats = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup', 'mark']

function textHtml({ text, format }: Node): string {
  const bits = typeof format === 'number' ? format : 0
  return formats.reduce(
    (html, tag, index) => (bits & (1 << index) ? `<${tag}>${html}</${tag}>` : html),
    escapeXml(String(text ?? '')),
  )
}

const tags = new Map<unknown, string>([
  ['paragraph', 'p'],
  ['listitem', 'li'],
  ['quote', 'blockquote'],
  ['extended-quote', 'blockquote'],
  ['aside', 'blockquote'],
])

function tagOf({ type, tag, listType }: Node): string | undefined {
  if (type === 'list') return listType === 'number' ? 'ol' : 'ul'
  if (type === 'heading' || type === 'extended-heading')
    return typeof tag === 'string' && /^h[1-6]$/.test(tag) ? tag : 'h2'
  return tags.get(type)
}

function nodeHtml(node: unknown, losses: Losses): string {
  if (!isNode(node)) return ''
  const children: unknown[] = Array.isArray(node.children) ? node.children : []
  const inside = () => children.map((child) => nodeHtml(child, losses)).join('')
  const { type } = node
  const tag = tagOf(node)
  if (tag === 'ol' && typeof node.start === 'number')
    return `<ol start="${node.start}">${inside()}</ol>`
  if (tag) return `<${tag}>${inside()}</${tag}>`
  if (type === 'text' || type === 'extended-text' || type === 'tab') return textHtml(node)
  if (type === 'linebreak') return '<br>'
  if (type === 'link' || type === 'autolink')
    return `<a href="${escapeXml(String(node.url ?? ''))}">${inside()}</a>`
  if (type === 'root' || type === 'at-link') return inside()
  return cardHtml(String(type), node, losses) ?? inside()
}

/**
 * Converts a document of Ghost's Lexical editor to HTML, for posts without HTML in the export.
 * @throws SyntaxError if it is not JSON
 */
export function lexicalHtml(json: string, losses: Losses): string {
  const document: unknown = JSON.parse(json)
  return isNode(document) ? nodeHtml(document.root, losses) : ''
}

const marker = z
  .tuple([z.number(), z.array(z.number()), z.number(), z.union([z.string(), z.number()])])
  .rest(z.unknown())
const card = z.tuple([z.string()]).rest(z.unknown())

/** The format: https://github.com/bustle/mobiledoc-kit/blob/master/MOBILEDOC.md */
const mobiledoc = z.object({
  markups: z.array(z.tuple([z.string()]).rest(z.array(z.string()))).default([]),
  cards: z.array(card).default([]),
  sections: z.array(z.tuple([z.number()]).rest(z.unknown())).default([]),
})

type Mobiledoc = z.infer<typeof mobiledoc>

function payloadOf([, payload]: z.infer<typeof card>): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).catch({}).parse(payload)
}

function read(json: string): Mobiledoc {
  return mobiledoc.catch({ markups: [], cards: [], sections: [] }).parse(JSON.parse(json))
}

/** Returns the Markdown of a post with a single Markdown card (Ghost 1 and 2). */
export function mobiledocMarkdown(json: string): string | undefined {
  const { cards, sections } = read(json)
  const [only] = cards
  if (
    !only ||
    cards.length !== 1 ||
    sections.some(
      ([kind, , markers]) => kind !== 10 && Array.isArray(markers) && markers.length > 0,
    )
  )
    return undefined
  const { markdown } = payloadOf(only)
  return /markdown$/.test(only[0]) && typeof markdown === 'string' ? markdown : undefined
}

function markersHtml(markers: unknown, { markups }: Mobiledoc): string {
  const open: string[] = []
  let html = ''
  for (const [type, opened, closed, value] of z.array(marker).catch([]).parse(markers)) {
    for (const index of opened) {
      const [tag = 'span', attributes = []] = markups[index] ?? []
      const href = attributes[attributes.indexOf('href') + 1] ?? ''
      html += tag === 'a' ? `<a href="${escapeXml(href)}">` : `<${tag}>`
      open.push(tag)
    }
    // The value of an atom (a soft return) is a number.
    html += type === 0 ? escapeXml(String(value)) : '<br>'
    for (let count = 0; count < closed; count++) html += `</${open.pop() ?? 'span'}>`
  }
  return html
}

function sectionHtml(
  [kind, what, content]: Mobiledoc['sections'][number],
  document: Mobiledoc,
  losses: Losses,
): string {
  if (kind === 10) {
    const found = document.cards[Number(what)]
    return found ? (cardHtml(found[0], payloadOf(found), losses) ?? '') : ''
  }
  const value = String(what)
  if (kind === 1) return `<${value}>${markersHtml(content, document)}</${value}>`
  if (kind === 2) return `<img src="${escapeXml(value)}">`
  if (kind !== 3) return ''
  const items = z.array(z.unknown()).catch([]).parse(content)
  const html = items.map((item) => `<li>${markersHtml(item, document)}</li>`).join('')
  return `<${value}>${html}</${value}>`
}

/** Converts a mobiledoc document to HTML, for posts without HTML in the export. */
export function mobiledocHtml(json: string, losses: Losses): string {
  const document = read(json)
  return document.sections.map((section) => sectionHtml(section, document, losses)).join('')
}
