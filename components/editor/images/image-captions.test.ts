import { EditorState, type TransactionSpec } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { markdownLanguage } from '@/components/editor/markdown/markdown-language'
import { imageFigures } from './image-captions'

const figure = '![A hill](/images/a.webp "In May")'
const end = figure.length

function after(doc: string, spec: TransactionSpec): string {
  const start = EditorState.create({ doc, extensions: [markdownLanguage, imageFigures] })
  return start.update(spec).state.doc.toString()
}

describe('text typed next to an image becomes a paragraph', () => {
  test.each([
    ['below', `${figure}\n`, end + 1, `${figure}\n\nx`],
    ['above', `\n${figure}`, 0, `x\n\n${figure}`],
    ['between two', `${figure}\n\n${figure}`, end + 1, `${figure}\n\nx\n\n${figure}`],
    ['in a heading above', `## A\n${figure}`, 4, `## Ax\n${figure}`],
    ['in its Markdown', `${figure}\n`, end, `${figure}x\n`],
  ])('%s', (_, doc, from, text) => {
    expect(after(doc, { changes: { from, insert: 'x' }, userEvent: 'input.type' })).toBe(text)
  })
})

test('deleting a blank line does not join an image to text', () => {
  const changes = { from: end + 1, to: end + 2 }
  const text = `${figure}\n\nx`
  expect(after(text, { changes, userEvent: 'delete.backward' })).toBe(text)
  expect(after(`${figure}\n\n`, { changes, userEvent: 'delete.backward' })).toBe(`${figure}\n`)
  // Another version of the text is taken as it is.
  expect(after(text, { changes, userEvent: 'input.replace' })).toBe(`${figure}\nx`)
})
