import { z } from 'zod'
import type { Losses } from '@/lib/importers/html/losses'
import { escapeXml } from '@/lib/markdown/escape-xml'
import { cardHtml } from './card-html'

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
