/**
 * What of a text decides which of its links are cards, by a look at its lines: those that hold a link, with the lines that
 * stand right beside them, and the fences of code. Where it is the same as before the cards are, and a megabyte need not be
 * parsed for a letter that was typed. Where a link may stand within something else, as in a list or in HTML, it is the whole
 * text. Lines that may nest too deep to be shown are among it, so that they are parsed and refused.
 */
export function cardLines(markdown: string): string {
  const kept: string[] = []
  let beside: string[] = []
  let isBesideLink = false
  for (const line of [...markdown.split('\n'), '']) {
    const holdsLink = line.includes('://') || line.includes('::')
    if ((holdsLink && isIndented.test(line)) || isIndentedFence.test(line) || opensHtml.test(line))
      return markdown
    isBesideLink ||= holdsLink
    beside.push(line)
    if (line.trim() !== '') continue
    kept.push(
      ...(isBesideLink
        ? beside
        : beside.filter((other) => isFence.test(other) || nestsDeep.test(other))),
    )
    beside = []
    isBesideLink = false
  }
  return kept.join('\n')
}

const isIndented = /^[ \t]/
/** A line that begins a block of HTML (CommonMark, 4.6), and not with an address in angle brackets. */
const opensHtml = /^ {0,3}<(?!https?:)/i
/** It may be one of an item of a list, and end with it. */
const isIndentedFence = /^[ \t]+(?:```|~~~)/
const isFence = /^\s*(?:```|~~~)/
const nestsDeep = /^[ \t]{100}|^[ \t]*(?:(?:[->*+]|\d{1,9}[.)])[ \t]*){20}/
