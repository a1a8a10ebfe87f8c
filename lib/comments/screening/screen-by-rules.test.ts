import { expect, test } from 'vitest'
import { rules } from '@/lib/comments/screening/rules/rules'
import { blockOf, contextOf, draftOf } from '@/test/comments/screening'
import { cpuTimeMs } from '@/test/cpu-time-ms'
import { screenByRules } from './screen-comment'

const shout = draftOf('THIS IS WHAT I ALWAYS WANTED TO SAY')

test('publishes an ordinary comment without reasons', () => {
  expect(
    screenByRules(
      draftOf('I tried this, and it works. Thank you for writing it down!'),
      contextOf(),
    ),
  ).toEqual({
    verdict: 'published',
    reasons: [],
  })
})

test('publishes a comment with one doubt and stores it', () => {
  const { verdict, reasons } = screenByRules(
    draftOf('Hello there'),
    contextOf({ stamp: { kind: 'missing' } }),
  )
  expect(verdict).toBe('published')
  expect(reasons).toMatchObject([{ rule: 'stamp', verdict: 'published' }])
})

test('holds a comment with two doubts', () => {
  const { verdict, reasons } = screenByRules(shout, contextOf({ stamp: { kind: 'missing' } }))
  expect(verdict).toBe('pending')
  expect(reasons.map(({ rule }) => rule)).toEqual(['stamp', 'shouting', 'doubts'])
})

test('applies the strictest verdict and keeps all reasons with their rules', () => {
  const blocks = [blockOf('word', 'always')]
  const { verdict, reasons } = screenByRules(shout, contextOf({ trap: 'x', blocks }))
  expect(verdict).toBe('spam')
  expect(reasons.map(({ rule, verdict }) => `${rule} ${verdict}`)).toEqual([
    'trap spam',
    'blocked pending',
    'shouting published',
  ])
})

test('screens adversarial input within milliseconds', () => {
  const hostile = [
    '>'.repeat(5_000),
    '`a'.repeat(2_500),
    '```\n'.repeat(1_250),
    'a.'.repeat(2_500),
    'a '.repeat(2_500),
    '[url'.repeat(1_250),
  ]
  for (const content of [
    ...hostile,
    'http://'.repeat(714),
    '\u0301'.repeat(5_000),
    'а'.repeat(5_000),
    '!'.repeat(5_000),
    '\u200B'.repeat(5_000),
  ]) {
    for (const judge of Object.values(rules))
      judge(draftOf(content), contextOf({ isNewcomer: true, sameText: 1 }))
    const judge = () =>
      screenByRules(draftOf(content), contextOf({ isNewcomer: true, sameText: 1 }))
    expect(cpuTimeMs(judge), content.slice(0, 10)).toBeLessThan(200)
  }
})
