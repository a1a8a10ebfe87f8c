/**
 * Returns the value below which a share of the values lies: 0.5 for the median, 1 for the maximum.
 * NaN if there are no values.
 */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: number[]): number => quantile(values, 0.5)
