import { expect, test } from 'vitest'
import { translator } from '@/lib/i18n/translator'
import { countMax, countWord } from './count-max'

test('the dashboard and the staff bar show a limited count as “999+”', () => {
  const pending = countMax + 1
  const number = countWord(pending)
  expect(translator('home')('review', { count: pending, number })).toBe(
    'Review 999+ pending comments',
  )
  expect(translator('staffBar')('comments', { pending, number })).toBe('999+ pending comments')
})
