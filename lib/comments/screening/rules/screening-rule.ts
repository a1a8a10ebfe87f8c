import type { Draft, Verdict } from '@/lib/comments/screening/draft'
import type { ScreeningContext } from '@/lib/comments/screening/screening-context'

/**
 * What a rule makes of a comment by itself. `published` is a doubt: it holds nothing alone, and two of them hold.
 * `reason` is for the admin area, and may quote what was found.
 */
export type Finding = { verdict: Verdict; reason: string }

/** A rule: pure, quick, and silent where it finds nothing. */
export type Rule = (comment: Draft, context: ScreeningContext) => Finding | undefined

export const doubt = (reason: string): Finding => ({ verdict: 'published', reason })
export const hold = (reason: string): Finding => ({ verdict: 'pending', reason })
export const spam = (reason: string): Finding => ({ verdict: 'spam', reason })
