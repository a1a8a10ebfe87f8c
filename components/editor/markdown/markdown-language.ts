import {
  defineLanguageFacet,
  indentNodeProp,
  Language,
  LanguageDescription,
  languageDataProp,
  ParseContext,
} from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { type Extension, Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { GFM, parseCode, parser } from '@lezer/markdown'
import { breakLine, continueList, startParagraph } from './writing-commands'

const data = defineLanguageFacet({ commentTokens: { block: { open: '<!--', close: '-->' } } })

/** Loads the grammar of a fenced code block's language on first use. */
function codeParser(info: string): Language['parser'] | null {
  const [name = ''] = info.split(/\s/, 1)
  const found = name === '' ? null : LanguageDescription.matchLanguageName(languages, name, true)
  if (!found) return null
  return found.support
    ? found.support.language.parser
    : ParseContext.getSkippingParser(found.load())
}

/**
 * Markdown as in posts (GFM). It is custom, because `@codemirror/lang-markdown` includes the
 * grammars of HTML, CSS and JavaScript, a third of the size of the whole editor.
 */
export const markdownLanguage = new Language(
  data,
  parser.configure([
    GFM,
    // A new line keeps the indentation of the one above.
    {
      props: [
        languageDataProp.add({ Document: data }),
        indentNodeProp.add({ Document: () => null }),
      ],
    },
    parseCode({ codeParser }),
  ]),
  [],
  'markdown',
)

export function markdownWriting(): Extension {
  const keys = [
    { key: 'Enter', run: continueList },
    { key: 'Enter', run: startParagraph, shift: breakLine },
  ]
  return [Prec.high(keymap.of(keys)), markdownLanguage]
}
