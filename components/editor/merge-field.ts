import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { editorTheme } from './editor-theme'
import { lineEndingsOf, lineSeparator, readDocument } from './markdown/line-endings'

export type MergeField = { readText: () => string; close: () => void }

const theme = EditorView.theme({
  '.cm-content': { padding: '0.5rem 0' },
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--color-wash)' },
  '.cm-changedText, .cm-insertedLine .cm-changedText': {
    background: 'none',
    textDecoration: 'underline',
    textDecorationColor: 'var(--color-accent)',
  },
  '.cm-deletedChunk': {
    backgroundColor: 'var(--color-sunk)',
    color: 'var(--color-muted)',
    padding: '0 1.15rem',
  },
  '.cm-deletedChunk .cm-deletedText, .cm-deletedLine del': {
    background: 'none',
    textDecoration: 'line-through',
  },
  '&.cm-merge-b .cm-changeGutter, .cm-gutters': { backgroundColor: 'transparent', border: '0' },
  '.cm-collapsedLines': {
    background: 'var(--color-sunk)',
    color: 'var(--color-muted)',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.8125rem',
    padding: '0.3rem 1.15rem',
  },
  // The fonts of the blog lack the default arrows.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"…"' },
  // On a separate line: as an overlay, the buttons would hide the text in question.
  '.cm-deletedChunk .cm-chunkButtons': {
    position: 'static',
    display: 'flex',
    justifyContent: 'flex-end',
    gap: '0.4rem',
    paddingBlock: '0.25rem',
  },
  '.cm-deletedChunk .cm-chunkButtons button': {
    font: 'inherit',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.8125rem',
    minHeight: '1.75rem',
    padding: '0 0.6rem',
    background: 'var(--color-raised)',
    color: 'var(--color-ink)',
    border: '1px solid var(--color-rule)',
    borderRadius: '0.4rem',
    cursor: 'pointer',
  },
})

/**
 * Opens a field with one text that marks its differences from another. Each can be kept or
 * reverted.
 */
export function openMergeField(
  host: HTMLElement,
  { theirs, mine }: { theirs: string; mine: string },
): MergeField {
  const endings = lineEndingsOf(mine)
  const state = EditorState.create({
    doc: mine,
    extensions: [
      lineSeparator(endings),
      unifiedMergeView({
        original: theirs,
        mergeControls: drawControl,
        collapseUnchanged: { margin: 3, minSize: 6 },
        gutter: true,
      }),
      history(),
      keymap.of([...historyKeymap, ...defaultKeymap]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        tabindex: '0',
        'aria-label': 'Both texts',
        spellcheck: 'true',
        dir: 'auto',
      }),
      editorTheme(),
      theme,
    ],
  })
  const view = new EditorView({ state, parent: host })
  return { readText: () => readDocument(view.state.doc, endings), close: () => view.destroy() }
}

function drawControl(kind: 'accept' | 'reject', act: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = kind === 'accept' ? 'Mine' : 'Theirs'
  button.addEventListener('mousedown', act)
  button.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') act(new MouseEvent('mousedown'))
  })
  return button
}
