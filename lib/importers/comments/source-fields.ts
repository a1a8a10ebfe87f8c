/**
 * Returns a value inside parsed JSON or a row; undefined if it is absent. Only own properties
 * count, so that a name such as `constructor` finds nothing else.
 */
export function fieldOf(value: unknown, ...names: string[]): unknown {
  let found = value
  for (const name of names) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = Reflect.get(found, name)
  }
  return found
}

/** Returns a string or number as a string, and an empty string for any other value. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
}

/** Returns a count, such as a number of votes; 0 for any other value. */
export function countOf(value: unknown): number {
  const number = Number(textOf(value) || Number.NaN)
  return Number.isSafeInteger(number) && number > 0 ? number : 0
}
