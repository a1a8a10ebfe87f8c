import { isMac } from '@/components/editor/toolbar'

/** The formats that the toolbar of a form for comments offers. */
export type Format = 'bold' | 'italic' | 'link' | 'code' | 'quote'

/** The buttons of the toolbar in their order, with the letters of their shortcuts. */
export const formatButtons: { name: Format; key?: string }[] = [
  { name: 'bold', key: 'b' },
  { name: 'italic', key: 'i' },
  { name: 'link', key: 'k' },
  { name: 'code' },
  { name: 'quote' },
]

/** The text to insert in place of a range, and the range to select afterwards. */
type Edit = { from: number; to: number; insert: string; start: number; end: number }

const quoted = (text: string) => text.replace(/^/gm, '> ')

/** Puts marks around a range, or removes them if the range already has them. */
function toggleMarks(text: string, from: number, to: number, open: string, close = open): Edit {
  const selected = text.slice(from, to)
  const isMarked = text.slice(0, from).endsWith(open) && text.slice(to).startsWith(close)
  const start = isMarked ? from - open.length : from + open.length
  const end = start + selected.length
  return isMarked
    ? { from: start, to: to + close.length, insert: selected, start, end }
    : { from, to, insert: open + selected + close, start, end }
}

/** Turns text or a URL into a link, and returns the position of its missing part. */
export function makeLink(selected: string): { insert: string; cursor: number } {
  const isAddress = /^(?:https?:\/\/|mailto:)\S+$/i.test(selected)
  const insert = isAddress ? `[](${selected})` : `[${selected}]()`
  return { insert, cursor: isAddress || selected === '' ? 1 : insert.length - 1 }
}

/** Quotes the lines of a range, and moves the cursor to its end. */
function quoteLines(text: string, start: number, to: number): Edit {
  const from = text.slice(0, start).lastIndexOf('\n') + 1
  const insert = quoted(text.slice(from, to))
  const cursor = from + insert.length
  return { from, to, insert, start: cursor, end: cursor }
}

/** Functions that return the edit that formats a range of a text with Markdown. */
export const formats: Record<Format, (text: string, from: number, to: number) => Edit> = {
  bold: (...range) => toggleMarks(...range, '**'),
  // Unlike an asterisk, an underscore differs from the marks of bold text.
  italic: (...range) => toggleMarks(...range, '_'),
  code: (text, from, to) =>
    text.slice(from, to).includes('\n')
      ? toggleMarks(text, from, to, '```\n', '\n```')
      : toggleMarks(text, from, to, '`'),
  link: (text, from, to) => {
    const { insert, cursor } = makeLink(text.slice(from, to))
    return { from, to, insert, start: from + cursor, end: from + cursor }
  },
  quote: quoteLines,
}

/** Edits the text as if the reader had typed it, so that the browser can undo it. */
function apply(area: HTMLTextAreaElement, { from, to, insert, start, end }: Edit): void {
  area.focus()
  area.setSelectionRange(from, to)
  // Deprecated, but nothing else keeps the undo history.
  document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert)
  area.setSelectionRange(start, end)
}

/** Formats the selected text of a text area. */
export function formatSelection(area: HTMLTextAreaElement, format: Format): void {
  apply(area, formats[format](area.value, area.selectionStart, area.selectionEnd))
}

/** Formats the selected text of a text area if a key is the shortcut of a format. */
export function formatOnKey(event: KeyboardEvent): void {
  const { currentTarget: area, key, altKey, shiftKey } = event
  const format = formatButtons.find((one) => one.key === key)
  const isShortcut = (isMac() ? event.metaKey : event.ctrlKey) && !altKey && !shiftKey
  if (!format || !isShortcut || !(area instanceof HTMLTextAreaElement)) return
  event.preventDefault()
  formatSelection(area, format.name)
}

/** Adds a quote at the end of a text area, and moves the cursor after it. */
export function addQuote(area: HTMLTextAreaElement, text: string): void {
  const from = area.value.length
  const insert = `${from > 0 ? '\n\n' : ''}${quoted(text.trim())}\n\n`
  const cursor = from + insert.length
  apply(area, { from, to: from, insert, start: cursor, end: cursor })
}
