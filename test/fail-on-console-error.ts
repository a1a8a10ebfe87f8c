import { afterEach, beforeEach, expect, vi } from 'vitest'

/** An error nobody expected is a fault, also where the test that met it would pass. A test that expects one mocks it itself. */
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  if (vi.isMockFunction(console.error)) expect(console.error).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
