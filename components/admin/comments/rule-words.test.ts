import { expect, test } from 'vitest'
import { rules } from '@/lib/comments/screening/rules/rules'
import { ruleNames, ruleWords } from './rule-words'

test.each([...Object.keys(rules), 'akismet', 'reports', 'doubts'])(
  'the rule %s has a label and a filter',
  (rule) => {
    expect(ruleWords(rule)).not.toBe(rule)
    expect(ruleNames).toContain(rule)
  },
)

test('shows the identifier of an unknown rule', () => {
  expect(ruleWords('constructor')).toBe('constructor')
})
