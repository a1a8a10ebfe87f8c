import type { RuleName } from '@/lib/comments/screening/rules/rules'
import { hasText } from '@/lib/i18n/has-text'
import type { Translate } from '@/lib/i18n/translator'

/** The rules available as filters. */
export const ruleNames = [
  'moderation',
  'trap',
  'stamp',
  'flood',
  'blocked',
  'same-text',
  'links',
  'first-link',
  'foreign-markup',
  'name-link',
  'mixed-scripts',
  'hidden-characters',
  'shouting',
  'akismet',
  'reports',
  'doubts',
] as const satisfies readonly RuleName[]

/** Returns the label of a rule, or the name of an unknown one: it may come from a URL. */
export function ruleLabel(t: Translate<'moderation.rules'>, rule: string): string {
  return hasText(t, rule) ? t(rule) : rule
}
