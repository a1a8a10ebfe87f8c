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
/** Elements in which line endings do not make paragraphs. */
const verbatimTag = /<\/?(pre|script|style|textarea|svg)(?![\w-])[^<>]*>?/gi

/** Turns single line endings into `<br>`. A `<br>` that ends a line is not doubled. */
function addBreaks(paragraph: string): string {
  const lines = paragraph.split('\n')
  return lines
    .map((line, at) => (at === lines.length - 1 ? line : line.trimEnd().replace(/<br\s*\/?>$/, '')))
    .join('<br>\n')
}

/**
 * Converts blank lines to paragraphs and single line endings to breaks, as WordPress does for its
 * classic editor (`wpautop`).
 */
export function addParagraphs(text: string): string {
  const parts = splitElements(text, verbatimTag)
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
 * Splits HTML at elements, each up to its first end tag. An element without an end tag counts as
 * text.
 * @param tag matches the start and end tags of these elements, with their name as its first group
 * @returns alternating text and elements, text first: parts with odd indexes are elements
 */
export function splitElements(html: string, tag: RegExp): string[] {
  const tags = [...html.matchAll(tag)].map(({ index, 0: text, 1: name = '' }) => ({
    name: name.toLowerCase(),
    isEnd: text.startsWith('</'),
    index,
    end: index + text.length,
  }))
  const lastEnds = new Map(tags.filter(({ isEnd }) => isEnd).map(({ name, end }) => [name, end]))
  const parts: string[] = []
  let from = 0
  let open: { name: string; index: number } | undefined
  for (const { name, isEnd, index, end } of tags) {
    if (!open && !isEnd && index < (lastEnds.get(name) ?? 0)) open = { name, index }
    else if (open?.name === name && isEnd) {
      parts.push(html.slice(from, open.index), html.slice(open.index, end))
      from = end
      open = undefined
    }
  }
  return [...parts, html.slice(from)]
}
