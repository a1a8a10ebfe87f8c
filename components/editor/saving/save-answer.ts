import type { FieldError } from '@/lib/errors'
import type { Draft, Theirs } from './draft'

/** One try at saving: all of the draft, and the revision it began from. `force`: somebody else’s, written over knowingly. */
export type SaveRequest = Draft & { base: number; force?: true }

/** What came of it. After `away` the server may have saved it all the same. */
export type SaveAnswer =
  | { kind: 'saved'; revision: number; slug: string }
  | { kind: 'conflict'; theirs: Theirs }
  | { kind: 'signed-out' }
  | { kind: 'refused'; detail: string; errors: FieldError[] }
  | { kind: 'away' }

/** What the server holds by an answer to this draft; undefined where it does not say. */
export function heldBy(answer: SaveAnswer, draft: Draft): Theirs | undefined {
  if (answer.kind === 'saved')
    return { revision: answer.revision, draft: { ...draft, slug: answer.slug } }
  return answer.kind === 'conflict' ? answer.theirs : undefined
}
