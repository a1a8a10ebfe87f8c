/**
 * Returns the selected text of a comment; empty if nothing, or something else, is selected.
 * Keyboard users select text with caret browsing (F7) or with a screen reader.
 * @param body the selector of the element with the text of the comment
 */
export function selectedText(
  selection: Selection | null,
  comment: Element | null,
  body: string,
): string {
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined
  const isQuotable =
    range &&
    comment?.querySelector(body)?.contains(range.startContainer) &&
    // A triple click selects up to the beginning of the next element.
    comment.contains(range.endContainer)
  return isQuotable ? `${selection}` : ''
}
