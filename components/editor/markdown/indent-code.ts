import { indentLess, indentMore } from '@codemirror/commands'
import { syntaxTree } from '@codemirror/language'
import type { EditorState, StateCommand } from '@codemirror/state'

/** Whether the cursor is in a block of code, or in code within a line. */
export function isInCode(state: EditorState): boolean {
  const inCode = /^(?:FencedCode|CodeBlock|CodeText|InlineCode)$/
  for (let node = syntaxTree(state).resolveInner(state.selection.main.head, -1); ; ) {
    if (inCode.test(node.name)) return true
    if (!node.parent) return false
    node = node.parent
  }
}

export const indentCode: StateCommand = (target) => isInCode(target.state) && indentMore(target)
export const outdentCode: StateCommand = (target) => isInCode(target.state) && indentLess(target)
