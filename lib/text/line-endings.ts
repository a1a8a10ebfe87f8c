/** Returns the most common line ending of a text. */
export function lineEndingOf(text: string): '\n' | '\r\n' {
  const lines = text.split('\n').length - 1
  const windows = text.split('\r\n').length - 1
  return windows * 2 > lines ? '\r\n' : '\n'
}

/** Returns a text with uniform line endings. */
export function withLineEndings(text: string, lineEnding: '\n' | '\r\n'): string {
  const plain = text.replaceAll('\r\n', '\n')
  return lineEnding === '\n' ? plain : plain.replaceAll('\n', '\r\n')
}

/**
 * Restores the line endings of a text that a form has normalised: returns the stored text if only
 * line endings differ, and otherwise uses its most common line ending.
 * @param sent the text with LF only
 */
export function keepLineEndings(sent: string, stored: string): string {
  if (withLineEndings(stored, '\n') === sent) return stored
  return withLineEndings(sent, lineEndingOf(stored))
}
