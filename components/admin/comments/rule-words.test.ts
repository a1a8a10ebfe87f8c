import { expect, test } from 'vitest'
import { rules } from '@/lib/comments/screening/rules/rules'
import { ruleNames, ruleWords } from './rule-words'

test.each([...Object.keys(rules), 'akismet', 'reports', 'doubts'])(
  'what is stored as %s has words, and can be filtered by',
  (rule) => {
    expect(ruleWords(rule)).not.toBe(rule)
    expect(ruleNames).toContain(rule)
  },
)

test('a rule that nobody knows is called what it is', () => {
  expect(ruleWords('constructor')).toBe('constructor')
})
