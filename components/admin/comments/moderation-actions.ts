import type { WordsState } from './words-form'

type FormAction = (form: FormData) => Promise<void>
type WordsAction = (state: WordsState, form: FormData) => Promise<WordsState>

/** The server actions of a comment's forms, passed down by the page. */
export type AdminActions = {
  judge: FormAction
  undo: FormAction
  pin: FormAction
  close: FormAction
  block: FormAction
  reply: WordsAction
  edit: WordsAction
}
