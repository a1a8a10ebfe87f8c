import { addParagraphs, splitElements } from './add-paragraphs'
import {
  codeNames,
  findShortcodes,
  otherNames,
  replaceShortcodes,
  type ShortcodeSource,
  shortcodeHtml,
} from './shortcode'

/** Blocks without text, which WordPress renders on each request. */
const emptyBlock = /<!--\s+wp:([\w/-]+)(?:\s+\{[^<>]*\})?\s+\/-->/g
const ignoredBlocks = ['more', 'nextpage', 'spacer', 'separator', 'paragraph', 'template-part']

function outsideCode(text: string, change: (words: string) => string): string {
  const parts = splitElements(text, ['pre', 'code'])
  return parts.map((part, index) => (index % 2 === 0 ? change(part) : part)).join('')
}

/** Removes comments. A page break or “more” becomes a blank line; unclosed ones are text. */
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

/**
 * Reports remaining shortcodes. `[sic]` and `[1]` are text, so a shortcode must have an attribute
 * or an end tag.
 */
function noteShortcodes(text: string, { losses }: ShortcodeSource): void {
  for (const { name, attributes, inside } of findShortcodes(text, () => true)) {
    const [first = '0'] = attributes.keys()
    if (inside !== undefined || !/^\d+$/.test(first))
      losses.note(`the shortcode [${name}], which stays as text`)
  }
}

/**
 * Converts the stored text of a post to the HTML that WordPress shows: without block comments, with
 * converted shortcodes, and with paragraphs for blank lines outside blocks.
 */
export function wordpressHtml(content: string, source: ShortcodeSource): string {
  const { losses } = source
  let text = content.replaceAll('\r\n', '\n')
  // Convert code first: text in it that looks like a shortcode is code.
  text = replaceShortcodes(text, codeNames, (code) => shortcodeHtml(code, source))
  text = outsideCode(text, (words) => {
    const shown = replaceShortcodes(words, otherNames, (code) => shortcodeHtml(code, source))
    noteShortcodes(shown, source)
    return shown.replaceAll(/\[\[([\w-][^[\]]*)\]\]/g, '[$1]')
  })
  for (const [, name = ''] of text.matchAll(emptyBlock)) {
    if (!ignoredBlocks.includes(name)) losses.note(`a block “${name}”, which WordPress generates`)
  }
  if (/<!--nextpage-->/.test(text)) losses.note('its division into pages')
  const hasBlocks = /<!--\s+wp:/.test(text)
  const withoutMarks = withoutComments(text)
  return hasBlocks && !/<!--\s+wp:(?:freeform|html)/.test(text)
    ? withoutMarks
    : addParagraphs(withoutMarks)
}
