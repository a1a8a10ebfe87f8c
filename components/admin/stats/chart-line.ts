/** The units of the chart: a day is 1 wide, and the largest value is `height` high. */
export const height = 100

/** The number of days above which bars are too narrow for gaps. */
const daysApartMax = 90

/** Returns the next value of the form 1, 2 or 5 times a power of ten. */
export function roundAbove(highest: number): number {
  if (highest <= 5) return Math.max(1, highest)
  const power = 10 ** Math.floor(Math.log10(highest))
  return ([1, 2, 5, 10].find((digit) => digit * power >= highest) ?? 10) * power
}

const rounded = (value: number) => Number(value.toFixed(2))

/** Returns the bars as a single SVG path, so that a year does not need hundreds of elements. */
export function barsPath(numbers: number[], top: number): string {
  const gap = numbers.length > daysApartMax ? 0 : 0.12
  return numbers
    .flatMap((number, at) =>
      number === 0
        ? []
        : [
            `M${rounded(at + gap)} ${height}V${rounded(height - (number / top) * height)}` +
              `h${rounded(1 - 2 * gap)}V${height}z`,
          ],
    )
    .join('')
}

export function linePath(numbers: number[], top: number): string {
  return numbers
    .map(
      (number, at) =>
        `${at === 0 ? 'M' : 'L'}${at + 0.5} ${rounded(height - (number / top) * height)}`,
    )
    .join('')
}
