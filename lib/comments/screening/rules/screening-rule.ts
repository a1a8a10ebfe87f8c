import type { Draft, Verdict } from '@/lib/comments/screening/draft'
import type { ScreeningContext } from '@/lib/comments/screening/screening-context'
import { type Translate, translator } from '@/lib/i18n/translator'

/**
 * Result of one rule. `published` is a doubt: one does not hold a comment, but two do. The admin
 * area shows `reason`, which may quote the comment.
 */
export type Finding = { verdict: Verdict; reason: string }

/** A pure and fast function that returns undefined if it finds nothing. */
export type Rule = (comment: Draft, context: ScreeningContext) => Finding | undefined

type Reason = Parameters<Translate<'screening'>>[0]
type Values = Record<string, string | number>

const finding =
  (verdict: Verdict) =>
  (reason: Reason, values?: Values): Finding => ({
    verdict,
    reason: translator('screening')(reason, values),
  })

export const doubt = finding('published')
export const hold = finding('pending')
export const spam = finding('spam')
