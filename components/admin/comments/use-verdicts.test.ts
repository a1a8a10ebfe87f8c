import { expect, test } from 'vitest'
import { withoutVerdicts } from './use-verdicts'

test('does not undo a verdict again that was undone on its card', () => {
  const acts = withoutVerdicts(withoutVerdicts([[1], [2, 3], [4]], [4]), [2])
  expect(acts).toEqual([[1], [3]])
  expect(withoutVerdicts(acts, [3])).toEqual([[1]])
})
