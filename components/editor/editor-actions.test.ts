import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { translator } from '@/lib/i18n/translator'
import { slashMenu } from './editor-actions'
import { markdownLanguage } from './markdown/markdown-language'
import { provideTexts } from './texts'

function menuAfter(doc: string) {
  const extensions = [markdownLanguage, provideTexts(translator('editor'))]
  const state = EditorState.create({ doc, selection: { anchor: doc.length }, extensions })
  return slashMenu(new CompletionContext(state, doc.length, false))
}

test.each(['/', '/heading 2', 'Words.\n\n/h2'])('lists the blocks after %j', (doc) => {
  const menu = menuAfter(doc)
  expect(menu?.options.map(({ label }) => label)).toContain('Heading 2')
  expect(menu?.validFor).toEqual(expect.any(RegExp))
  expect('heading 2').toMatch(menu?.validFor instanceof RegExp ? menu.validFor : '')
})

test.each(['a/b', '/a.b', '```\n/'])('lists nothing after %j', (doc) => {
  expect(menuAfter(doc)).toBeNull()
})
