import { replaceComments } from '@/lib/markdown/strip-markdown'
import { addParagraphs, splitElements } from './add-paragraphs'
import {
  anyName,
  codeNames,
  otherNames,
  replaceShortcodes,
  type ShortcodeSource,
  shortcodeHtml,
} from './shortcode'

/** Blocks without text, which WordPress renders on each request. */
const emptyBlock = /<!--\s+wp:([\w/-]+)(?:\s+\{[^<>]*\})?\s+\/-->/g
const ignoredBlocks = ['more', 'nextpage', 'spacer', 'separator', 'paragraph', 'template-part']

function outsideCode(text: string, change: (part: string) => string): string {
  const parts = splitElements(text, /<\/?(pre|code)(?![\w-])[^<>]*>?/gi)
  return parts.map((part, index) => (index % 2 === 0 ? change(part) : part)).join('')
}

/**
 * Reports remaining shortcodes. `[sic]` and `[1]` are text, so a shortcode must have an attribute
 * or an end tag.
 */
function recordShortcodeLosses(text: string, { losses }: ShortcodeSource): void {
  replaceShortcodes(text, anyName, ({ name, attributes, inside }) => {
    const [first = '0'] = attributes.keys()
    if (inside !== undefined || !/^\d+$/.test(first)) losses.note('shortcode', { name })
    return undefined
  })
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
  text = outsideCode(text, (part) => {
    const shown = replaceShortcodes(part, otherNames, (code) => shortcodeHtml(code, source))
    recordShortcodeLosses(shown, source)
    return shown.replaceAll(/\[\[([\w-][^[\]]*)\]\]/g, '[$1]')
  })
  for (const [, name = ''] of text.matchAll(emptyBlock)) {
    if (!ignoredBlocks.includes(name)) losses.note('block', { name })
  }
  if (/<!--nextpage-->/.test(text)) losses.note('pages')
  const hasBlocks = /<!--\s+wp:/.test(text)
  // A page break or “more” becomes a blank line.
  const withoutMarks = replaceComments(text, (comment) =>
    /^\s*(?:more|nextpage)/.test(comment) ? '\n\n' : '',
  )
  return hasBlocks && !/<!--\s+wp:(?:freeform|html)/.test(text)
    ? withoutMarks
    : addParagraphs(withoutMarks)
}
