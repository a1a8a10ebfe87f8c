/** What holds blocks: text in them is paragraphs of its own. */
const around =
  'article|aside|blockquote|center|details|div|dl|fieldset|figure|footer|form|header|hr|iframe|main|nav|ol|pre|section|script|style|table|tbody|tfoot|thead|tr|ul|video|audio'
/** What holds words: text in it is its own. */
const one = 'address|dd|dt|figcaption|h[1-6]|legend|li|p|summary|td|th'

const edgeOfBlocks = new RegExp(`\\s*(</?(?:${around})\\b[^>]*>)\\s*`, 'gi')
const startOfOne = new RegExp(`\\s*(<(?:${one})\\b[^>]*>)`, 'gi')
const endOfOne = new RegExp(`(</(?:${one})>)\\s*`, 'gi')
const isBlock = new RegExp(`^</?(?:${around}|${one})\\b`, 'i')
/** Text in which line ends are no more than that. */
const verbatim = /<(pre|script|style|textarea|svg)\b[\s\S]*?<\/\1>/gi

/**
 * Makes paragraphs of blank lines, and breaks of single line ends, as WordPress does when it shows a post of its
 * classic editor (`wpautop`).
 */
export function addParagraphs(text: string): string {
  const kept: string[] = []
  const html = text
    .replaceAll(verbatim, (whole) => `<pre data-kept="${kept.push(whole) - 1}">`)
    // A block in the middle of a text stands by itself.
    .replaceAll(edgeOfBlocks, '\n\n$1\n\n')
    .replaceAll(startOfOne, '\n\n$1')
    .replaceAll(endOfOne, '$1\n\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => (isBlock.test(part) ? part : `<p>${part.replaceAll(/(?:<br\s*\/?>)?[ \t]*\n/g, '<br>\n')}</p>`))
    .join('\n')
  return html.replaceAll(/<pre data-kept="(\d+)">/g, (_, index) => kept[Number(index)] ?? '')
}
