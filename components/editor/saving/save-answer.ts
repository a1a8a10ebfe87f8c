import type { FieldError } from '@/lib/errors'
import type { Draft, Theirs } from './draft'

/**
 * An attempt to save: the whole draft and its base revision. `force`: the user chose to overwrite
 * another user's version.
 */
export type SaveRequest = Draft & { base: number; force?: true }

/** The result of an attempt. After `away`, the server may have saved it anyway. */
export type SaveAnswer =
  | { kind: 'saved'; revision: number; slug: string }
  | { kind: 'conflict'; theirs: Theirs }
  | { kind: 'signed-out' }
  | { kind: 'refused'; detail: string; errors: FieldError[] }
  | { kind: 'away' }

/** Returns the version on the server after this response; undefined if unknown. */
export function heldBy(answer: SaveAnswer, draft: Draft): Theirs | undefined {
  if (answer.kind === 'saved')
    return { revision: answer.revision, draft: { ...draft, slug: answer.slug } }
  return answer.kind === 'conflict' ? answer.theirs : undefined
}
