import { isolateHistory } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { isInCode } from './writing-commands'

/** Returns whether HTML may have formatting, without parsing it. */
const mayBeFormatted = (html: string) =>
  /<(?:h[1-6]|b|strong|i|em|a|ul|ol|table|img|blockquote|pre|code|hr|del|s)[\s>]/i.test(html) ||
  /font-(?:weight: ?(?:bold|[6-9]00)|style: ?italic)/i.test(html)

const startsBlock = /^(?:#{1,6} |[>|]|[-*+] |\d+[.)] |```|!\[)/

/** Replaces a range with text; Markdown with blank lines around blocks. */
function insert(
  view: EditorView,
  from: number,
  to: number,
  text: string,
  isMarkdown = false,
): void {
  const { state } = view
  const isBlock = isMarkdown && (text.includes('\n\n') || startsBlock.test(text))
  const isEmpty = (start: number, end: number) => state.sliceDoc(start, end).trim() === ''
  const before = isBlock && !isEmpty(state.doc.lineAt(from).from, from) ? '\n\n' : ''
  const after = isBlock && !isEmpty(to, state.doc.lineAt(to).to) ? '\n\n' : ''
  const { head } = state.selection.main
  // The user may have moved the cursor elsewhere in the meantime.
  const isThere = head >= from && head <= to
  view.dispatch({
    changes: { from, to, insert: before + text + after },
    ...(isThere && { selection: { anchor: from + before.length + state.toText(text).length } }),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
    scrollIntoView: isThere,
  })
}

/** Pastes formatted text as Markdown. Text without formatting stays as it is. */
export const pasteHtml = EditorView.domEventHandlers({
  paste: ({ clipboardData }, view) => {
    const html = clipboardData?.getData('text/html') ?? ''
    const text = clipboardData?.getData('text/plain') ?? ''
    const { main, ranges } = view.state.selection
    if (!mayBeFormatted(html) || ranges.length > 1 || isInCode(view.state)) return false
    const { from } = main
    insert(view, from, main.to, text)
    const to = from + view.state.toText(text).length
    const pasted = view.state.sliceDoc(from, to)
    // Loads the converter on first use, not with the page. The user may type in the meantime.
    import('./html-to-markdown')
      .then(({ htmlToMarkdown }) => {
        const markdown = htmlToMarkdown(html)
        if (markdown !== undefined && view.state.sliceDoc(from, to) === pasted)
          insert(view, from, to, markdown, true)
      })
      // When offline, the converter may not load.
      .catch((error: unknown) => console.warn('The formatting could not be pasted.', error))
    return true
  },
})
