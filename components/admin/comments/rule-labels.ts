import { hasText } from '@/lib/i18n/has-text'
import type { Translate } from '@/lib/i18n/translator'
import english from '@/messages/en.json'

/** The rules available as filters: those with a label. */
export const ruleNames = Object.keys(english.moderation.rules)

/** Returns the label of a rule, or the name of an unknown one: it may come from a URL. */
export function ruleLabel(t: Translate<'moderation.rules'>, rule: string): string {
  return hasText(t, rule) ? t(rule) : rule
}
