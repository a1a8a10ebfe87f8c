import type { WordsState } from './words-form'

type FormAction = (form: FormData) => Promise<void>
type WordsAction = (state: WordsState, form: FormData) => Promise<WordsState>

/** What the forms of a comment in the admin area do: handed down by the page. */
export type AdminActions = {
  judge: FormAction
  undo: FormAction
  pin: FormAction
  close: FormAction
  block: FormAction
  reply: WordsAction
  edit: WordsAction
}
