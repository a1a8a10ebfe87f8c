/** The chart's own measures: a day is one wide, the highest of its numbers is `height` high. */
export const height = 100

/** Beyond so many, a day is too narrow for a gap beside it, and for a hand to point at. */
const daysApartMax = 90

/** The next round number that holds a chart: 1, 2 or 5 and noughts. */
export function roundAbove(highest: number): number {
  if (highest <= 5) return Math.max(1, highest)
  const power = 10 ** Math.floor(Math.log10(highest))
  return ([1, 2, 5, 10].find((digit) => digit * power >= highest) ?? 10) * power
}

const rounded = (value: number) => Number(value.toFixed(2))

/** The bars of numbers, as the path of an SVG: one path, so that a year is no thousand elements. */
export function barsPath(numbers: number[], top: number): string {
  const gap = numbers.length > daysApartMax ? 0 : 0.12
  return numbers
    .flatMap((number, at) =>
      number === 0
        ? []
        : [
            `M${rounded(at + gap)} ${height}V${rounded(height - (number / top) * height)}h${rounded(1 - 2 * gap)}V${height}z`,
          ],
    )
    .join('')
}

/** A line through the middles of the days. */
export function linePath(numbers: number[], top: number): string {
  return numbers
    .map(
      (number, at) =>
        `${at === 0 ? 'M' : 'L'}${at + 0.5} ${rounded(height - (number / top) * height)}`,
    )
    .join('')
}

/** Whether a day is wide enough to be pointed at. */
export const canPointAt = (days: number) => days <= daysApartMax
