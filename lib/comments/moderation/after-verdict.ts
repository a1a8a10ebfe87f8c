import 'server-only'
import type { CommentStatus } from './moderation'

/** A verdict that is committed: on which comment, and what it was before. */
export type GivenVerdict = { id: number; from: CommentStatus; to: CommentStatus }

/** Called with what the staff decided, undone verdicts among it, once it is committed: for who learns from it. */
export async function afterVerdict(_verdicts: GivenVerdict[]): Promise<void> {}
