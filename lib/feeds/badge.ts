const number = new Intl.NumberFormat('en')

const height = 20
const label = 'views'

/** The width of a digit in the badge's font, in pixels. Separators are narrower. */
const figureWidth = 6.6
const padding = 6
const labelWidth = 43

/**
 * Draws the view count as a small SVG in the usual badge shape of READMEs. Only the number is
 * variable.
 */
export function drawBadge(views: number): string {
  const value = number.format(views)
  const valueWidth = Math.ceil(value.length * figureWidth + 2 * padding)
  const width = labelWidth + valueWidth
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img"`,
    ` aria-label="${label}: ${value}"><title>${label}: ${value}</title>`,
    `<rect width="${width}" height="${height}" rx="3" fill="#3b3a38"/>`,
    `<path d="M${labelWidth} 0h${valueWidth - 3}a3 3 0 0 1 3 3v${height - 6}a3 3 0 0 1-3 3`,
    `H${labelWidth}z" fill="#8a3b12"/>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11"',
    ` text-anchor="middle"><text x="${labelWidth / 2}" y="14">${label}</text>`,
    `<text x="${labelWidth + valueWidth / 2}" y="14">${value}</text></g></svg>`,
  ].join('')
}
