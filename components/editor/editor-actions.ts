import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { formatIcons } from '@/components/ui/format-icons'
import type { Translate } from '@/lib/i18n/translator'
import { imageActions } from './images/image-placeholders'
import {
  cursorPlace,
  insertBlock,
  insertFootnote,
  insertLink,
  isInCode,
  toggleHeading,
  toggleInline,
  toggleLines,
} from './markdown/writing-commands'
import { textsOf } from './texts'

/** A command that is available as a button, as a key or in the `/` menu. */
type EditorAction = {
  name: Parameters<Translate<'editor.actions'>>[0]
  /** The icon of its button: strokes in a 24 × 24 view box. Without an icon, it has no button. */
  icon?: string
  run: (view: EditorView) => boolean
  /** The key in CodeMirror notation, as in Ghost. */
  key?: string
  /** False if the command is not in the `/` menu, which inserts blocks. */
  inMenu?: false
}

/** All commands, in the order of their buttons. */
export const editorActions: EditorAction[] = [
  ...imageActions,
  {
    name: 'bold',
    key: 'Mod-b',
    inMenu: false,
    run: toggleInline('**'),
    icon: formatIcons.bold,
  },
  {
    name: 'italic',
    key: 'Mod-i',
    inMenu: false,
    run: toggleInline('_'),
    icon: formatIcons.italic,
  },
  {
    name: 'link',
    key: 'Mod-k',
    inMenu: false,
    run: insertLink,
    icon: formatIcons.link,
  },
  {
    name: 'heading',
    inMenu: false,
    run: toggleLines('heading'),
    icon: 'M6 5v14M18 5v14M6 12h12',
  },
  { name: 'heading2', run: toggleHeading(2) },
  { name: 'heading3', run: toggleHeading(3) },
  {
    name: 'quote',
    key: 'Ctrl-q',
    run: toggleLines('quote'),
    icon: formatIcons.quote,
  },
  {
    name: 'list',
    key: 'Ctrl-l',
    run: toggleLines('list'),
    icon: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  },
  { name: 'numbers', key: 'Ctrl-Alt-l', run: toggleLines('numbers') },
  { name: 'task', run: toggleLines('task') },
  { name: 'codeBlock', run: insertBlock(`\`\`\`\n${cursorPlace}\n\`\`\``) },
  {
    name: 'table',
    run: insertBlock(`| ${cursorPlace}    |     |\n| --- | --- |\n|     |     |`),
  },
  { name: 'callout', run: insertBlock(`> [!NOTE]\n> ${cursorPlace}`) },
  { name: 'footnote', run: insertFootnote },
  { name: 'divider', run: insertBlock(`---\n\n${cursorPlace}`) },
  { name: 'insert', inMenu: false, icon: 'M12 5v14M5 12h14', run: openMenu },
]

/** Opens the `/` menu on an empty line. */
function openMenu(view: EditorView): boolean {
  insertBlock('/')(view)
  return startCompletion(view)
}

/** Completes `/` on an empty line with the available blocks. */
export function slashMenu({ state, pos }: CompletionContext): CompletionResult | null {
  const line = state.doc.lineAt(pos)
  if (
    !/^\s*\/[\p{L}\p{N} ]*$/u.test(state.sliceDoc(line.from, pos)) ||
    line.to !== pos ||
    isInCode(state)
  )
    return null
  const t = textsOf(state)
  const slash = line.from + line.text.indexOf('/')
  const blocks = editorActions.filter(({ inMenu = true }) => inMenu)
  const options = blocks.map(
    ({ name, run }, index): Completion => ({
      label: t(`actions.${name}`),
      // Keeps the order of the actions instead of sorting by label.
      boost: -index,
      apply: (view, _, __, to) => {
        view.dispatch({ changes: { from: slash, to }, userEvent: 'delete' })
        run(view)
      },
    }),
  )
  return { from: slash + 1, options, validFor: /^[\p{L}\p{N} ]*$/u }
}
