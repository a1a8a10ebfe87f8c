import { addParagraphs } from './add-paragraphs'
import { replaceShortcodes } from './shortcode'
import { codeNames, otherNames, type ShortcodeSource, shortcodeHtml } from './shortcode-html'

/** A name and an attribute, or an end of its own: `[sic]` and `[1]` are words. */
const shortcodeLeft = /\[([a-z][\w-]{1,60})(?:\s+[\w-]{1,60}=[^\]]{0,2000}\]|[^\]]{0,200}\][\s\S]{0,2000}?\[\/\1\])/gi

/** Blocks that have no words of their own: WordPress fills them in at each look. */
const emptyBlock = /<!--\s+wp:([\w/-]+)(?:\s+\{[^>]*\})?\s+\/-->/g
const passedOver = new Set(['more', 'nextpage', 'spacer', 'separator', 'paragraph', 'template-part'])

function outsideCode(text: string, change: (words: string) => string): string {
  const parts = text.split(/(<(?:pre|code)\b[\s\S]*?<\/(?:pre|code)>)/i)
  return parts.map((part, index) => (index % 2 === 0 ? change(part) : part)).join('')
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
    for (const [, name = ''] of shown.matchAll(shortcodeLeft)) losses.note(`the shortcode [${name}] stands as it was written`)
    return shown.replaceAll(/\[\[([\w-][^\]]*)\]\]/g, '[$1]')
  })
  for (const [, name = ''] of text.matchAll(emptyBlock)) {
    if (!passedOver.has(name)) losses.note(`a block “${name}”, which WordPress fills in itself`)
  }
  if (/<!--nextpage-->/.test(text)) losses.note('its division into pages')
  const hasBlocks = /<!--\s+wp:/.test(text)
  const withoutMarks = text.replaceAll(/<!--\s*(?:more|nextpage)[^>]*-->/g, '\n\n').replaceAll(/<!--[\s\S]*?-->/g, '')
  return hasBlocks && !/<!--\s+wp:(?:freeform|html)/.test(text) ? withoutMarks : addParagraphs(withoutMarks)
}
