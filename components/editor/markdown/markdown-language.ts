import { insertNewlineContinueMarkupCommand, markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { languages } from '@codemirror/language-data'
import type { Extension } from '@codemirror/state'
import { Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'

/** Enter goes on with a list or a quote; on an empty item it ends it. */
const goOn = insertNewlineContinueMarkupCommand({ nonTightLists: false })

/** Markdown (GFM) as the document itself. The grammar of a fenced block’s language is loaded when one is first seen. */
export function markdownWriting(): Extension {
  return [
    Prec.high(keymap.of([{ key: 'Enter', run: goOn }])),
    // What is pasted is the link cards’ to decide.
    markdown({ base: markdownLanguage, codeLanguages: languages, completeHTMLTags: false, pasteURLAsLink: false }),
  ]
}
