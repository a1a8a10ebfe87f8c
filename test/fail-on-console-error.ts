import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Fails a test that logs an unexpected error. A test that expects one mocks the console itself. */
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  if (vi.isMockFunction(console.error)) expect(console.error).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
