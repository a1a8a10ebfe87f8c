/** Elements that contain blocks: text in them becomes paragraphs. */
const containers =
  'article|aside|blockquote|center|details|div|dl|fieldset|figure|footer|form|header|' +
  'hr|iframe|main|nav|ol|pre|section|script|style|table|tbody|tfoot|thead|tr|ul|video|audio'
/** Elements that contain text directly. */
const textBlocks = 'address|dd|dt|figcaption|h[1-6]|legend|li|p|summary|td|th'

const containerTag = new RegExp(`</?(?:${containers})\\b[^<>]*>`, 'gi')
const textBlockStart = new RegExp(`<(?:${textBlocks})\\b[^<>]*>`, 'gi')
const textBlockEnd = new RegExp(`</(?:${textBlocks})>`, 'gi')
const isBlock = new RegExp(`^</?(?:${containers}|${textBlocks})\\b`, 'i')
/** Elements in which line ends do not make paragraphs. */
const verbatim = 'pre|script|style|textarea|svg'

/** Turns single line ends into `<br>`. A `<br>` that ends a line is not doubled. */
function addBreaks(paragraph: string): string {
  const lines = paragraph.split('\n')
  return lines
    .map((line, at) => (at === lines.length - 1 ? line : line.trimEnd().replace(/<br\s*\/?>$/, '')))
    .join('<br>\n')
}

/**
 * Converts blank lines to paragraphs and single line ends to breaks, as WordPress does for its
 * classic editor (`wpautop`).
 */
export function addParagraphs(text: string): string {
  const parts = splitElements(text, verbatim)
  const html = parts
    .map((part, at) => (at % 2 === 0 ? part : `<pre data-kept="${at}">`))
    .join('')
    // Blank lines separate a block from the surrounding text.
    .replaceAll(containerTag, '\n\n$&\n\n')
    .replaceAll(textBlockStart, '\n\n$&')
    .replaceAll(textBlockEnd, '$&\n\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => (isBlock.test(part) ? part : `<p>${addBreaks(part)}</p>`))
    .join('\n')
  return html.replaceAll(/<pre data-kept="(\d+)">/g, (_, at) => parts[Number(at)] ?? '')
}

/**
 * Splits HTML at the elements with these names, each up to its first end tag. An element without an
 * end tag counts as text.
 * @param names alternatives of a regular expression
 * @returns alternating text and elements, text first: parts with odd indexes are elements
 */
export function splitElements(html: string, names: string): string[] {
  // recheck-ignore: quadratic if many elements have no end tag, in a post of the owner's old blog.
  const element = new RegExp(`(<(${names})(?![\\w-])[^]*?</\\2(?![\\w-])[^>]*>)`, 'gi')
  return html.split(element).filter((_, index) => index % 3 !== 2)
}
