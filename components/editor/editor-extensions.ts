import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import {
  dropCursor,
  EditorView,
  highlightSpecialChars,
  keymap,
  placeholder,
} from '@codemirror/view'
import { editorActions, slashMenu } from './editor-actions'
import { editorTheme } from './editor-theme'
import { imageUpload } from './images/image-placeholders'
import { linkCards } from './link-cards/link-cards'
import { markdownWriting } from './markdown/markdown-language'
import { monospacedLines } from './markdown/monospaced-lines'
import { toNextCell, toPreviousCell } from './markdown/move-in-table'
import { pasteHtml } from './markdown/paste-html'
import {
  indentCode,
  indentList,
  outdentCode,
  outdentList,
  toggleHeading,
  toggleInline,
} from './markdown/writing-commands'
import { matchCount } from './match-count'
import { type EditorTexts, provideTexts } from './texts'

/**
 * Returns the key bindings of the editor. Tab is bound in tables, lists and code only. CodeMirror
 * lets it leave the editor even there after Escape, to avoid a keyboard trap (WCAG 2.1.2).
 */
function editorKeymap(): Extension {
  return [
    Prec.high(keymap.of(editorActions.flatMap(({ key, run }) => (key ? [{ key, run }] : [])))),
    keymap.of([
      { key: 'Mod-Shift-k', run: toggleInline('`') },
      { key: 'Ctrl-Alt-u', run: toggleInline('~~') },
      ...[1, 2, 3, 4, 5, 6].map((level) => ({
        key: `Ctrl-Alt-${level}`,
        run: toggleHeading(level),
      })),
      { key: 'Tab', run: toNextCell, shift: toPreviousCell },
      { key: 'Tab', run: indentCode, shift: outdentCode },
      { key: 'Tab', run: indentList, shift: outdentList },
      ...completionKeymap,
      ...historyKeymap,
      ...searchKeymap,
      ...defaultKeymap,
    ]),
  ]
}

/** Returns the search panel's translations, by the phrases of `@codemirror/search`. */
const searchPhrases = (t: EditorTexts) => ({
  Find: t('search.find'),
  Replace: t('search.replace'),
  next: t('search.next'),
  previous: t('search.previous'),
  'match case': t('search.matchCase'),
  replace: t('search.replaceOne'),
  'replace all': t('search.replaceAll'),
  close: t('search.close'),
})

export function editorExtensions(t: EditorTexts): Extension[] {
  return [
    provideTexts(t),
    // Before the language, to handle pastes first.
    linkCards(),
    imageUpload,
    pasteHtml,
    markdownWriting(),
    monospacedLines,
    autocompletion({ override: [slashMenu], icons: false, defaultKeymap: false }),
    editorKeymap(),
    history(),
    search({ top: true }),
    matchCount,
    EditorState.phrases.of(searchPhrases(t)),
    highlightSpecialChars(),
    dropCursor(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      // Editable fields are focusable anyway, but some accessibility checkers require the
      // attribute.
      tabindex: '0',
      'aria-label': t('text'),
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
      dir: 'auto',
    }),
    placeholder(t('placeholder')),
    editorTheme,
  ]
}
