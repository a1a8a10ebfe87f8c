/** Next bundles what makes pages apart from what serves them: both see the same global object. */
const shared = globalThis as typeof globalThis & { afterwordAwayAt?: number }

/** Notes that something could not be done because the database is away. */
export function noteAway(): void {
  shared.afterwordAwayAt = performance.now()
}

/** @param moment as `performance.now()` said it */
export function wasAwaySince(moment: number): boolean {
  return shared.afterwordAwayAt !== undefined && shared.afterwordAwayAt >= moment
}
