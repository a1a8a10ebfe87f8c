import { expect, test } from 'vitest'
import { rules } from '@/lib/comments/screening/rules/rules'
import { translator } from '@/lib/i18n/translator'
import { ruleLabel, ruleNames } from './rule-labels'

const t = translator('moderation.rules')

test.each([...Object.keys(rules), 'akismet', 'reports', 'doubts'])(
  'the rule %s has a label and a filter',
  (rule) => {
    expect(ruleLabel(t, rule)).not.toBe(rule)
    expect(ruleNames).toContain(rule)
  },
)

test('shows the identifier of an unknown rule', () => {
  expect(ruleLabel(t, 'constructor')).toBe('constructor')
})
