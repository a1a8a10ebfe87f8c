import { expect, test } from 'vitest'
import { untilCounted } from './until-counted'

test('what grows is waited for, however slowly, and what does not grow any more is not', async () => {
  let asked = 0
  expect(await untilCounted(() => asked++, 5, 1_000)).toBe(true)
  expect(await untilCounted(() => Math.min(asked++, 20), 21, 100)).toBe(false)
})
