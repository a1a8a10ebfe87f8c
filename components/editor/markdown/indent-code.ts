import { indentLess, indentMore } from '@codemirror/commands'
import { syntaxTree } from '@codemirror/language'
import type { EditorState, StateCommand } from '@codemirror/state'

/**
 * Returns whether the cursor, or the text next to a position, is in a code block or inline code.
 * @param side -1 for the text before the position, 1 for the text after it
 */
export function isInCode(
  state: EditorState,
  place = state.selection.main.head,
  side: -1 | 1 = -1,
): boolean {
  const inCode = /^(?:FencedCode|CodeBlock|CodeText|InlineCode)$/
  for (let node = syntaxTree(state).resolveInner(place, side); ; ) {
    if (inCode.test(node.name)) return true
    if (!node.parent) return false
    node = node.parent
  }
}

export const indentCode: StateCommand = (target) => isInCode(target.state) && indentMore(target)
export const outdentCode: StateCommand = (target) => isInCode(target.state) && indentLess(target)
