/** Matches uploaded images without alt text (HTML, 4.8.4.4). The first group is the URL. */
export const missingAltPattern = () => /!\[\s*\]\((\/images\/[^\s()]+)(?:\s+"[^"\n]*")?\)/g

/**
 * Finds the position of the missing alt text in a line.
 * @param end where the image ends
 * @returns undefined if no image without alt text ends there
 */
export function findAltRange(line: string, end: number): { from: number; to: number } | undefined {
  for (const { index, 0: image } of line.matchAll(missingAltPattern())) {
    if (index + image.length === end)
      return { from: index + '!['.length, to: index + image.indexOf('](') }
  }
  return undefined
}
