import { EditorState, type TransactionSpec } from '@codemirror/state'
import { expect, test } from 'vitest'
import {
  addPlaceholder,
  type ImagePlaceholder,
  imagePlaceholders,
  removePlaceholder,
  setFailure,
} from './image-placeholders'

const one = new File([], '1.png')
const two = new File([], '2.png')
const three = new File([], '3.png')

const placeholder = (file: File, at: number): ImagePlaceholder => ({
  file,
  at,
  cancelling: new AbortController(),
})

function after(doc: string, ...steps: TransactionSpec[]) {
  const start = EditorState.create({ doc, extensions: imagePlaceholders })
  return steps.reduce((state, step) => state.update(step).state, start)
}

const placesOf = (state: EditorState) =>
  state.field(imagePlaceholders).map(({ file, at }) => [file.name, at])

test('does not add a placeholder to the text', () => {
  const state = after('words', { effects: addPlaceholder.of(placeholder(one, 2)) })
  expect(state.doc.toString()).toBe('words')
  expect(placesOf(state)).toEqual([['1.png', 2]])
})

test('inserts text at a placeholder after it, and moves it for text before it', () => {
  const state = after(
    'ab',
    { effects: addPlaceholder.of(placeholder(one, 1)) },
    { changes: { from: 1, insert: 'xx' } },
    { changes: { from: 0, insert: 'y' } },
  )
  expect(placesOf(state)).toEqual([['1.png', 2]])
})

test('keeps a placeholder when the surrounding text is deleted', () => {
  const state = after(
    'some words',
    { effects: addPlaceholder.of(placeholder(one, 5)) },
    { changes: { from: 0, to: 10 } },
  )
  expect(placesOf(state)).toEqual([['1.png', 0]])
})

test('keeps the order of dropped images when an earlier one is retried last', () => {
  const fill = (state: EditorState, file: File, text: string) => {
    const at = state.field(imagePlaceholders).find((one) => one.file === file)?.at ?? -1
    return state.update({
      changes: { from: at, insert: text },
      effects: removePlaceholder.of(file),
    }).state
  }
  let state = after('', {
    effects: [one, two, three].map((file) => addPlaceholder.of(placeholder(file, 0))),
  })
  state = state.update({ effects: setFailure.of({ file: one, failure: 'Connection lost' }) }).state
  state = fill(state, two, 'two\n\n')
  state = fill(state, three, 'three')
  state = fill(state, one, 'one\n\n')
  expect(state.doc.toString()).toBe('one\n\ntwo\n\nthree')
  expect(placesOf(state)).toEqual([])
})
