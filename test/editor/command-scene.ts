/** Runs an editor command on a text in which `«` and `»` mark the selection, or `¦` the cursor. */
import { EditorState, type StateCommand } from '@codemirror/state'
import { markdownLanguage } from '@/components/editor/markdown/markdown-language'

export function runCommand(command: StateCommand, scene: string): string {
  const [anchor, head] = scene.includes('¦')
    ? [scene.indexOf('¦'), scene.indexOf('¦')]
    : [scene.indexOf('«'), scene.indexOf('»') - 1]
  const state = EditorState.create({
    doc: scene.replaceAll(/[«»¦]/g, ''),
    selection: { anchor, head },
    extensions: [markdownLanguage],
  })
  let after = state
  if (!command({ state, dispatch: (transaction) => (after = transaction.state) })) return 'nothing'
  const { from, to, empty } = after.selection.main
  const text = after.doc.toString()
  return empty
    ? `${text.slice(0, from)}¦${text.slice(from)}`
    : `${text.slice(0, from)}«${text.slice(from, to)}»${text.slice(to)}`
}
