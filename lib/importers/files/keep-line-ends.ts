import { lineEndOf, withLineEnds } from './split-post-file'

/**
 * A text that a form has sent, whose line ends all became alike on the way, with those it had: the very text that is
 * stored where no word was changed, and otherwise the line end that most of its lines have.
 *
 * @param sent with LF alone
 */
export function keepLineEnds(sent: string, stored: string): string {
  return withLineEnds(stored, '\n') === sent ? stored : withLineEnds(sent, lineEndOf(stored))
}
