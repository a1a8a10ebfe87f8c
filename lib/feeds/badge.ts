const number = new Intl.NumberFormat('en')

const height = 20
const label = 'views'

/** A figure's width in the badge's type, in pixels; separators are narrower. */
const figureWidth = 6.6
const padding = 6
const labelWidth = 43

/** A small SVG that says a number of views, in the shape that READMEs have them. Only the number is not ours. */
export function drawBadge(views: number): string {
  const said = number.format(views)
  const saidWidth = Math.ceil(said.length * figureWidth + 2 * padding)
  const width = labelWidth + saidWidth
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="${label}: ${said}"><title>${label}: ${said}</title><rect width="${width}" height="${height}" rx="3" fill="#3b3a38"/><path d="M${labelWidth} 0h${saidWidth - 3}a3 3 0 0 1 3 3v${height - 6}a3 3 0 0 1-3 3H${labelWidth}z" fill="#8a3b12"/><g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" text-anchor="middle"><text x="${labelWidth / 2}" y="14">${label}</text><text x="${labelWidth + saidWidth / 2}" y="14">${said}</text></g></svg>`
}
