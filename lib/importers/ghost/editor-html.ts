import { z } from 'zod'
import type { Losses } from '@/lib/importers/imported-post'
import { escapeXml } from '@/lib/markdown/escape-xml'

/** Returns the HTML of a card in Ghost's editors; undefined for an unknown card. */
function cardHtml(name: string, card: Record<string, unknown>): string | undefined {
  const text = (key: string) => (typeof card[key] === 'string' ? card[key] : '')
  const figure = (html: string) =>
    `<figure>${html}${text('caption') && `<figcaption>${text('caption')}</figcaption>`}</figure>`
  const image = (src: string, alt: string) =>
    `<img src="${escapeXml(src)}" alt="${escapeXml(alt)}">`
  switch (name) {
    case 'image':
      return figure(image(text('src'), text('alt') || text('altText')))
    case 'gallery': {
      const images: unknown[] = Array.isArray(card.images) ? card.images : []
      const sources = images.flatMap((one) =>
        typeof one === 'object' && one !== null && 'src' in one && typeof one.src === 'string'
          ? [one.src]
          : [],
      )
      return (
        `<figure class="kg-gallery-card">${sources.map((src) => image(src, '')).join('')}` +
        '</figure>'
      )
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
      return undefined
  }
}

type Node = Record<string, unknown>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

/** The bits of Lexical's text format. */
const formats: [bit: number, tag: string][] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
]

function textHtml({ text, format }: Node): string {
  const bits = typeof format === 'number' ? format : 0
  return formats.reduce(
    (html, [bit, tag]) => (bits & bit ? `<${tag}>${html}</${tag}>` : html),
    escapeXml(String(text ?? '')),
  )
}

function tagOf({ type, tag, listType }: Node): string | undefined {
  switch (type) {
    case 'paragraph':
      return 'p'
    case 'heading':
    case 'extended-heading':
      return typeof tag === 'string' && /^h[1-6]$/.test(tag) ? tag : 'h2'
    case 'list':
      return listType === 'number' ? 'ol' : 'ul'
    case 'listitem':
      return 'li'
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return 'blockquote'
    default:
      return undefined
  }
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
  const html = cardHtml(String(type), node)
  if (html !== undefined) return html
  losses.note(`a card “${String(type)}” is not known and was left out`)
  return inside()
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

/** Converts a mobiledoc document to HTML, for posts without HTML in the export. */
export function mobiledocHtml(json: string, losses: Losses): string {
  const document = read(json)
  const parts = document.sections.map(([kind, what, content]) => {
    if (kind === 1 && typeof what === 'string')
      return `<${what}>${markersHtml(content, document)}</${what}>`
    if (kind === 2) return `<img src="${escapeXml(String(what))}">`
    if (kind === 3 && typeof what === 'string') {
      const items = z.array(z.unknown()).catch([]).parse(content)
      const html = items.map((item) => `<li>${markersHtml(item, document)}</li>`).join('')
      return `<${what}>${html}</${what}>`
    }
    const found = kind === 10 && typeof what === 'number' ? document.cards[what] : undefined
    if (!found) return ''
    const html = cardHtml(found[0], payloadOf(found))
    if (html === undefined) losses.note(`a card “${found[0]}” is not known and was left out`)
    return html ?? ''
  })
  return parts.join('')
}
