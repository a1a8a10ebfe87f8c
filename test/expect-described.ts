import { expect } from 'vitest'
import { findUndescribed } from './described-responses'

/** Fails unless `openapi.yaml` describes this response: see `findUndescribed`. */
export function expectDescribed(
  path: string,
  method: string,
  { status, headers }: Response,
  body: string,
): void {
  expect(findUndescribed(path, method, { status, headers, body })).toEqual([])
}
