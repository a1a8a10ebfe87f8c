import type { Draft, Reason, Verdict } from './screen-comment'
import { rules } from '@/lib/comments/screening/rules/rules'
import type { ScreeningContext } from './screening-context'

const gravity: Record<Verdict, number> = { published: 0, pending: 1, spam: 2 }

/** One doubt is nobody's fault. */
const doubtsMin = 2

/**
 * Asks every rule. The gravest verdict counts; where it would be published, two doubts hold it all the same.
 * @returns the verdict, and all that was found, in the order of the rules
 */
export function judgeByRules(comment: Draft, context: ScreeningContext): { verdict: Verdict; reasons: Reason[] } {
  const reasons = Object.entries(rules).flatMap(([rule, judge]) => {
    const finding = judge(comment, context)
    return finding ? [{ rule, ...finding }] : []
  })
  const verdict = gravestOf(reasons)
  if (verdict !== 'published' || reasons.length < doubtsMin) return { verdict, reasons }
  return {
    verdict: 'pending',
    reasons: [...reasons, { rule: 'doubts', verdict: 'pending', reason: 'More than one thing speaks against it.' }],
  }
}

/** The gravest verdict among reasons; `published` where there are none. */
export function gravestOf(reasons: Reason[]): Verdict {
  return reasons.reduce<Verdict>((gravest, { verdict }) => (gravity[verdict] > gravity[gravest] ? verdict : gravest), 'published')
}
