import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { editorTheme } from './editor-theme'
import { lineEndingsOf, lineSeparator, readDocument } from './markdown/line-endings'
import type { EditorTexts } from './texts'

export type MergeField = { readText: () => string; close: () => void }

/** Opens a field with one text in which each difference from another can be reverted. */
export function openMergeField(
  host: HTMLElement,
  { theirs, mine }: { theirs: string; mine: string },
  t: EditorTexts,
): MergeField {
  const endings = lineEndingsOf(mine)
  const state = EditorState.create({
    doc: mine,
    extensions: [
      lineSeparator(endings),
      unifiedMergeView({
        original: theirs,
        mergeControls: (kind, act) => drawControl(t(`compare.${kind}`), act),
        collapseUnchanged: { margin: 3, minSize: 6 },
        gutter: true,
      }),
      history(),
      keymap.of([...historyKeymap, ...defaultKeymap]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        tabindex: '0',
        'aria-label': t('compare.merged'),
        spellcheck: 'true',
        dir: 'auto',
      }),
      editorTheme,
    ],
  })
  const view = new EditorView({ state, parent: host })
  return { readText: () => readDocument(view.state.doc, endings), close: () => view.destroy() }
}

function drawControl(label: string, act: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = label
  button.addEventListener('mousedown', act)
  button.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') act(new MouseEvent('mousedown'))
  })
  return button
}
