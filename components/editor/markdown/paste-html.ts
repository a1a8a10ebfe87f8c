import { isolateHistory } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import { isInCode } from './writing-commands'

/** Returns whether HTML may have formatting, without parsing it. */
const mayBeFormatted = (html: string) =>
  /<(?:h[1-6]|b|strong|i|em|a|ul|ol|table|img|blockquote|pre|code|hr|del|s)[\s>]/i.test(html) ||
  /font-(?:weight: ?(?:bold|[6-9]00)|style: ?italic)/i.test(html)

const startsBlock = /^(?:#{1,6} |[>|]|[-*+] |\d+[.)] |```|!\[)/

/** Inserts text at the selection; Markdown with blank lines around blocks. */
function insert(view: EditorView, text: string, isMarkdown = false): void {
  const { state } = view
  const isBlock = isMarkdown && (text.includes('\n\n') || startsBlock.test(text))
  const { from, to } = state.selection.main
  const isEmpty = (start: number, end: number) => state.sliceDoc(start, end).trim() === ''
  const before = isBlock && !isEmpty(state.doc.lineAt(from).from, from) ? '\n\n' : ''
  const after = isBlock && !isEmpty(to, state.doc.lineAt(to).to) ? '\n\n' : ''
  view.dispatch({
    changes: { from, to, insert: before + text + after },
    selection: { anchor: from + before.length + state.toText(text).length },
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
    scrollIntoView: true,
  })
}

/** Pastes formatted text as Markdown. Text without formatting stays as it is. */
export const pasteHtml = EditorView.domEventHandlers({
  paste: ({ clipboardData }, view) => {
    const html = clipboardData?.getData('text/html') ?? ''
    const text = clipboardData?.getData('text/plain') ?? ''
    const { ranges } = view.state.selection
    if (!mayBeFormatted(html) || ranges.length > 1 || isInCode(view.state)) return false
    // Loads the converter on first use, not with the page.
    import('./html-to-markdown')
      .then(({ htmlToMarkdown }) => htmlToMarkdown(html))
      .then(
        (markdown) => insert(view, markdown ?? text, markdown !== undefined),
        // When offline, the converter may not load.
        (error: unknown) => {
          console.warn('The formatting could not be pasted.', error)
          insert(view, text)
        },
      )
    return true
  },
})
