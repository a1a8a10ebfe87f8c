import { indentLess, indentMore } from '@codemirror/commands'
import { syntaxTree } from '@codemirror/language'
import type { EditorState, StateCommand } from '@codemirror/state'

/**
 * Whether the cursor, or what stands before or behind another place, is in a block of code, or in code within a line.
 * @param side -1: what stands before the place, 1: what stands behind it
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
