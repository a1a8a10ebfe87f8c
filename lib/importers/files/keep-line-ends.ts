import { lineEndOf, withLineEnds } from './split-post-file'

/**
 * Restores the line ends of a text that a form has normalised: returns the stored text if only line
 * ends differ, and otherwise uses its most common line end.
 * @param sent the text with LF only
 */
export function keepLineEnds(sent: string, stored: string): string {
  return withLineEnds(stored, '\n') === sent ? stored : withLineEnds(sent, lineEndOf(stored))
}
