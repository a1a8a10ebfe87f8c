import type { PartReport } from './report'

/** A report of a part that passed, for tests. */
export const exampleReport: PartReport = {
  name: 'some-part',
  promise: 'no write is lost',
  size: 'full',
  runs: 5,
  passed: true,
  failures: [],
  errors: [],
  skipped: [],
  late: [],
  figures: {},
  tally: { requests: 0, faults: 0, invalidInputs: 0, lost: 0, phantoms: 0, duplicates: 0 },
  seconds: 1,
  endedAt: '2026-11-22T00:00:00.000Z',
}
