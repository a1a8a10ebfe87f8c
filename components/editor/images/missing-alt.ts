/** An image of the blog's own that nothing is said about (HTML, 4.8.4.4): its address is the first group. */
export const missingAltPattern = () => /!\[\s*\]\((\/images\/[^\s()]+)(?:\s+"[^"\n]*")?\)/g

/**
 * Where in a line the words of such an image would stand.
 * @param end where the image ends; undefined where no image without words ends there
 */
export function wordsPlace(line: string, end: number): { from: number; to: number } | undefined {
  for (const { index, 0: image } of line.matchAll(missingAltPattern())) {
    if (index + image.length === end)
      return { from: index + '!['.length, to: index + image.indexOf('](') }
  }
  return undefined
}
