import { expect, test } from 'vitest'
import { contextOf, draftOf } from '@/test/comments/screening'
import { mixedScriptsRule } from './rules'

test.each([
  ['a look-alike within a word holds', 'Log in to your pаypal', 'pending'],
  ['two such words hold', 'bіtcoin and frее', 'pending'],
  ['a word of one ending in another script is a doubt', 'Получил SMSка', 'published'],
  ['Russian alone', 'Спасибо, очень хорошая статья', undefined],
  ['Greek alone', 'Ευχαριστώ πολύ', undefined],
  ['words of two scripts beside each other', 'Написал на TypeScript и Rust, IT-отдел', undefined],
  ['mathematics', 'Δx and π·r, λ-calculus, μs', undefined],
  ['Japanese with Latin letters', 'Tシャツを買った', undefined],
  ['code', 'A line of `pаypal` in code', undefined],
  ['a word in an indented line, which is no code', 'See\n    a line of pаypal', 'pending'],
])('%s', (_, content, verdict) => {
  expect(mixedScriptsRule(draftOf(content), contextOf())?.verdict).toBe(verdict)
})

test('a name is looked at as well', () => {
  expect(mixedScriptsRule(draftOf('Hello', 'Gооgle Support'), contextOf())?.verdict).toBe('pending')
})
