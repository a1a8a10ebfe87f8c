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
import { goOnWithList } from './go-on-with-list'

const data = defineLanguageFacet({ commentTokens: { block: { open: '<!--', close: '-->' } } })

/** The grammar of a fenced block’s language is loaded when one is first seen; until then it is plain. */
function codeParser(info: string): Language['parser'] | null {
  const [name = ''] = info.split(/\s/, 1)
  const found = name === '' ? null : LanguageDescription.matchLanguageName(languages, name, true)
  if (!found) return null
  return found.support
    ? found.support.language.parser
    : ParseContext.getSkippingParser(found.load())
}

/**
 * Markdown as posts have it (GFM). Of its own make: `@codemirror/lang-markdown` brings the grammars of HTML, CSS and
 * JavaScript for the tags in a text, a third of what the whole editor weighs.
 */
export const markdownLanguage = new Language(
  data,
  parser.configure([
    GFM,
    // A new line goes in as far as the one above.
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

/** Markdown as the document itself. */
export function markdownWriting(): Extension {
  return [Prec.high(keymap.of([{ key: 'Enter', run: goOnWithList }])), markdownLanguage]
}
