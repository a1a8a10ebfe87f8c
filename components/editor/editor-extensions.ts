import { autocompletion } from '@codemirror/autocomplete'
import { history } from '@codemirror/commands'
import { search } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightSpecialChars,
  placeholder,
} from '@codemirror/view'
import { slashMenu } from './completions/slash-menu'
import { editorKeymap } from './editor-keymap'
import { editorTheme } from './editor-theme'
import { focusMode } from './focus-mode'
import { imageActions } from './images/image-actions'
import { imageUpload } from './images/image-upload'
import { linkCards } from './link-cards/link-cards'
import { markdownWriting } from './markdown/markdown-language'
import { monospacedLines } from './markdown/monospaced-lines'
import { writingActions } from './writing-actions'

/** Returns all extensions of the post editor. */
export function editorExtensions(): Extension[] {
  return [
    writingActions,
    // Before the language, to handle pastes first.
    linkCards(),
    imageUpload(),
    imageActions,
    markdownWriting(),
    monospacedLines,
    autocompletion({ override: [slashMenu], icons: false, defaultKeymap: false }),
    editorKeymap(),
    history(),
    search({ top: false }),
    focusMode,
    highlightSpecialChars(),
    drawSelection(),
    dropCursor(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      // Editable fields are focusable anyway, but some accessibility checkers require the
      // attribute.
      tabindex: '0',
      'aria-label': 'Text of the post',
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
      dir: 'auto',
    }),
    placeholder('Write. Type “/” to insert a block.'),
    editorTheme(),
  ]
}
