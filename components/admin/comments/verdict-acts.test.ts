import { expect, test } from 'vitest'
import { VerdictActs } from './use-verdicts'

test('does not undo a verdict again that was undone on its card', () => {
  const acts = new VerdictActs()
  acts.push([1])
  acts.push([2, 3])
  acts.push([4])
  acts.drop([4])
  acts.drop([2])
  expect(acts.last()).toEqual([3])
  acts.drop([3])
  expect(acts.last()).toEqual([1])
})

test('an action without effect cannot be undone', () => {
  const acts = new VerdictActs()
  acts.push([])
  expect(acts.size).toBe(0)
})
