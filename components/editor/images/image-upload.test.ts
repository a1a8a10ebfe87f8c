import { EditorState, type TransactionSpec } from '@codemirror/state'
import { expect, test } from 'vitest'
import { closeSlot, type ImageSlot, imageSlots, openSlot, setFailure } from './image-upload'

const slot = (id: number, at: number, isFollowed = false): ImageSlot => ({
  ...{ id, at, fileName: `${id}.png`, isFollowed },
})

function after(doc: string, ...steps: TransactionSpec[]) {
  const start = EditorState.create({ doc, extensions: imageSlots })
  return steps.reduce((state, step) => state.update(step).state, start)
}

const placesOf = (state: EditorState) => state.field(imageSlots).map(({ id, at }) => [id, at])

test('does not add a placeholder to the text', () => {
  const state = after('words', { effects: openSlot.of(slot(1, 2)) })
  expect(state.doc.toString()).toBe('words')
  expect(placesOf(state)).toEqual([[1, 2]])
})

test('inserts text at a placeholder behind it, and moves it for text before it', () => {
  const state = after(
    'ab',
    { effects: openSlot.of(slot(1, 1)) },
    { changes: { from: 1, insert: 'xx' } },
    { changes: { from: 0, insert: 'y' } },
  )
  expect(placesOf(state)).toEqual([[1, 2]])
})

test('keeps a placeholder when the surrounding text is deleted', () => {
  const state = after(
    'some words',
    { effects: openSlot.of(slot(1, 5)) },
    { changes: { from: 0, to: 10 } },
  )
  expect(placesOf(state)).toEqual([[1, 0]])
})

test('keeps the order of dropped images when an earlier one is retried last', () => {
  const fill = (state: EditorState, id: number, text: string) => {
    const at = state.field(imageSlots).find((one) => one.id === id)?.at ?? -1
    return state.update({ changes: { from: at, insert: text }, effects: closeSlot.of({ id }) })
      .state
  }
  let state = after('', { effects: [1, 2, 3].map((id) => openSlot.of(slot(id, 0, id < 3))) })
  state = state.update({
    effects: setFailure.of({ id: 1, failure: 'away' }),
  }).state
  state = fill(state, 2, 'two\n\n')
  state = fill(state, 3, 'three')
  state = fill(state, 1, 'one\n\n')
  expect(state.doc.toString()).toBe('one\n\ntwo\n\nthree')
  expect(placesOf(state)).toEqual([])
})
