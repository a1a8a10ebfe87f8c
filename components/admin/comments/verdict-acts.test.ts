import { expect, test } from 'vitest'
import { VerdictActs } from './use-verdicts'

test('a verdict that its card has undone is not what the key undoes next', () => {
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

test('an act of which nothing was done leaves nothing to undo', () => {
  const acts = new VerdictActs()
  acts.push([])
  expect(acts.size).toBe(0)
})
