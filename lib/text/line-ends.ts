/** Returns the most common line end of a text. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  const lines = text.split('\n').length - 1
  const windows = text.split('\r\n').length - 1
  return windows * 2 > lines ? '\r\n' : '\n'
}

/** Returns a text with uniform line ends. */
export function withLineEnds(text: string, lineEnd: '\n' | '\r\n'): string {
  const plain = text.replaceAll('\r\n', '\n')
  return lineEnd === '\n' ? plain : plain.replaceAll('\n', '\r\n')
}

/**
 * Restores the line ends of a text that a form has normalised: returns the stored text if only line
 * ends differ, and otherwise uses its most common line end.
 * @param sent the text with LF only
 */
export function keepLineEnds(sent: string, stored: string): string {
  return withLineEnds(stored, '\n') === sent ? stored : withLineEnds(sent, lineEndOf(stored))
}
