import { addParagraphs } from './add-paragraphs'
import { findShortcodes, replaceShortcodes } from './shortcode'
import { codeNames, otherNames, type ShortcodeSource, shortcodeHtml } from './shortcode-html'
import { splitElements } from './split-elements'

/** Blocks without text of their own: WordPress fills them in on each request. */
const emptyBlock = /<!--\s+wp:([\w/-]+)(?:\s+\{[^<>]*\})?\s+\/-->/g
const passedOver = new Set([
  'more',
  'nextpage',
  'spacer',
  'separator',
  'paragraph',
  'template-part',
])

function outsideCode(text: string, change: (words: string) => string): string {
  const parts = splitElements(text, ['pre', 'code'])
  return parts.map((part, index) => (index % 2 === 0 ? change(part) : part)).join('')
}

/** Removes comments. A mark that ends a part of the post becomes a blank line; a comment that is never closed is text. */
function withoutComments(html: string): string {
  const parts = html.split('-->')
  return parts
    .map((part, at) => {
      if (at === parts.length - 1) return part
      const start = part.indexOf('<!--')
      if (start < 0) return `${part}-->`
      return (
        part.slice(0, start) + (/^\s*(?:more|nextpage)/.test(part.slice(start + 4)) ? '\n\n' : '')
      )
    })
    .join('')
}

/** Names shortcodes that are left: `[sic]` and `[1]` are words, so one has an attribute or an end of its own. */
function noteShortcodes(text: string, { losses }: ShortcodeSource): void {
  for (const { name, attributes, inside } of findShortcodes(text, () => true)) {
    if (inside !== undefined || /^\s+[\w-]{1,60}=/.test(attributes))
      losses.note(`the shortcode [${name}] stands as it was written`)
  }
}

/**
 * A post's text as WordPress keeps it, as the HTML that it would show: the marks of blocks are gone, shortcodes are what they
 * stand for, and blank lines are paragraphs where no block says so.
 */
export function wordpressHtml(content: string, source: ShortcodeSource): string {
  const { losses } = source
  let text = content.replaceAll('\r\n', '\n')
  // Code first: what looks like a shortcode in it is code.
  text = replaceShortcodes(text, codeNames, (code) => shortcodeHtml(code, source))
  text = outsideCode(text, (words) => {
    const shown = replaceShortcodes(words, otherNames, (code) => shortcodeHtml(code, source))
    noteShortcodes(shown, source)
    return shown.replaceAll(/\[\[([\w-][^[\]]*)\]\]/g, '[$1]')
  })
  for (const [, name = ''] of text.matchAll(emptyBlock)) {
    if (!passedOver.has(name)) losses.note(`a block “${name}”, which WordPress fills in itself`)
  }
  if (/<!--nextpage-->/.test(text)) losses.note('its division into pages')
  const hasBlocks = /<!--\s+wp:/.test(text)
  const withoutMarks = withoutComments(text)
  return hasBlocks && !/<!--\s+wp:(?:freeform|html)/.test(text)
    ? withoutMarks
    : addParagraphs(withoutMarks)
}
