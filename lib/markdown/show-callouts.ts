import type { Element, Root } from 'hast'
import { h } from 'hastscript'
import { visit } from 'unist-util-visit'
import { currentLocale, translator } from '@/lib/i18n/translator'

/** The marker on the first line of a quotation (GitHub Docs, “Alerts”). */
const marker = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i

const kinds = ['note', 'tip', 'important', 'warning', 'caution'] as const

/** A rehype plugin that turns quotations with a marker such as `[!NOTE]` into callouts. */
export function showCallouts() {
  return (root: Root): void => visit(root, 'element', showCallout)
}

function showCallout(quote: Element): void {
  if (quote.tagName !== 'blockquote') return
  const first = quote.children.find((child) => child.type === 'element')
  const [text] = first?.tagName === 'p' ? first.children : []
  const found = text?.type === 'text' ? marker.exec(text.value) : null
  const kind = kinds.find((one) => one === found?.[1]?.toLowerCase())
  if (!found || !kind || !first || text?.type !== 'text') return
  text.value = text.value.slice(found[0].length)
  const title = translator('posts')(`callouts.${kind}`)
  const isEmpty = first.children.length === 1 && text.value.trim() === ''
  Object.assign(quote, {
    tagName: 'div',
    properties: { className: ['callout'], dataKind: kind },
    children: [
      h('p', { className: ['callout-title'], lang: currentLocale() }, title),
      ...quote.children.filter((child) => child !== first || !isEmpty),
    ],
  })
}
