import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { mixedScriptsRule } from './rules'

test.each([
  ['holds a look-alike letter within a word', 'Log in to your pаypal', 'pending'],
  ['holds two mixed words', 'bіtcoin and frее', 'pending'],
  ['raises a doubt about a word with an ending in another script', 'Получил SMSка', 'published'],
  ['accepts Russian', 'Спасибо, очень хорошая статья', undefined],
  ['accepts Greek', 'Ευχαριστώ πολύ', undefined],
  ['accepts adjacent words in two scripts', 'Написал на TypeScript и Rust, IT-отдел', undefined],
  ['accepts mathematics', 'Δx and π·r, λ-calculus, μs', undefined],
  ['accepts Japanese with Latin letters', 'Tシャツを買った', undefined],
  ['accepts code', 'A line of `pаypal` in code', undefined],
  [
    'holds a mixed word in an indented line, which is not code',
    'See\n    a line of pаypal',
    'pending',
  ],
])('%s', (_, content, verdict) => {
  expect(mixedScriptsRule(draftOf(content), contextOf())?.verdict).toBe(verdict)
})

test('checks the name too', () => {
  expect(mixedScriptsRule(draftOf('Hello', 'Gооgle Support'), contextOf())?.verdict).toBe('pending')
})
