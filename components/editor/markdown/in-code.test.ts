import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownLanguage } from './markdown-language'
import { isInCode } from './writing-commands'

test.each([
  ['![](/images/a-1x1.webp)¦', false],
  ['Words ![](/images/a-1x1.webp)¦', false],
  ['`![](/images/a-1x1.webp)¦`', true],
  ['```\n![](/images/a-1x1.webp)¦\n```', true],
  ['~~~md\n![](/images/a-1x1.webp)¦\n~~~', true],
  ['Before.\n\n    ![](/images/a-1x1.webp)¦', true],
  ['```\ncode\n```\n![](/images/a-1x1.webp)¦', false],
])('reports whether the cursor at the mark in %j is in code: %s', (scene, isCode) => {
  const state = EditorState.create({
    doc: scene.replace('¦', ''),
    selection: { anchor: scene.indexOf('¦') },
    extensions: [markdownLanguage],
  })
  ensureSyntaxTree(state, state.doc.length)
  expect(isInCode(state)).toBe(isCode)
})
