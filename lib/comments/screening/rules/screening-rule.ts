import type { Draft, Verdict } from '@/lib/comments/screening/draft'
import type { ScreeningContext } from '@/lib/comments/screening/screening-context'

/**
 * Result of one rule. `published` is a doubt: one does not hold a comment, but two do. The admin
 * area shows `reason`, which may quote the comment.
 */
export type Finding = { verdict: Verdict; reason: string }

/** A pure and fast function that returns undefined if it finds nothing. */
export type Rule = (comment: Draft, context: ScreeningContext) => Finding | undefined

export const doubt = (reason: string): Finding => ({ verdict: 'published', reason })
export const hold = (reason: string): Finding => ({ verdict: 'pending', reason })
export const spam = (reason: string): Finding => ({ verdict: 'spam', reason })
