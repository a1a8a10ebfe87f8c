/** An editor state with link cards and a history, for tests without a screen. */
import { history, isolateHistory } from '@codemirror/commands'
import { EditorState, type TransactionSpec } from '@codemirror/state'
import { cardsField, shownLines, undoShown } from '@/components/editor/link-cards/card-field'
import { markdownLanguage } from '@/components/editor/markdown/markdown-language'

export function cardScene(doc: string, selection?: { anchor: number; head: number }): EditorState {
  return EditorState.create({
    doc,
    ...(selection && { selection }),
    extensions: [markdownLanguage, history(), cardsField, undoShown],
  })
}

/** Applies a separately undoable step of user input. */
export function step(state: EditorState, spec: TransactionSpec): EditorState {
  return state.update({
    userEvent: 'input',
    ...spec,
    annotations: isolateHistory.of('full'),
  }).state
}

/** Returns the URLs of the shown cards. */
export const shownCards = (state: EditorState): string[] =>
  shownLines(state).map(({ card }) => card.url)
