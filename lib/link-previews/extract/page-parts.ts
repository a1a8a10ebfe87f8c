/** UTF-16 units. Challenge pages and empty pages are shorter. */
const lengthMax = 65_536

/** Elements whose contents are not text. */
const rawText = /^(?:script|style)[\s>]/i
const rawTextEnd = /^\/(?:script|style)[\s>]/i

const shown =
  /<(?:img|picture|svg|video|audio|canvas|object|embed|i?frame|input|button|script)[\s>/]/i

/** A page's tags and scripts, and the text between them. Neither is decoded. */
export type PageParts = { markup: string; words: string }

/**
 * Separates the markup of a short page from its words, so that markup quoted in an article counts
 * as words. It is an approximation in linear time, not a parser: a `>` inside an attribute ends its
 * tag.
 *
 * @returns undefined for a page of more than 65,536 UTF-16 units
 */
export function separatePage(page: string): PageParts | undefined {
  const trimmed = page.trim()
  if (trimmed.length > lengthMax) return undefined
  const [before = '', ...pieces] = trimmed.split('<')
  const markup: string[] = []
  const words = [before]
  let isRawText = false
  for (const piece of pieces) {
    isRawText = isRawText ? !rawTextEnd.test(piece) : rawText.test(piece)
    const end = isRawText ? piece.length : piece.indexOf('>') + 1 || piece.length
    markup.push(piece.slice(0, end))
    words.push(piece.slice(end))
  }
  return {
    markup: markup.map((piece) => `<${piece}`).join(''),
    words: words.join(' ').replaceAll(/\s+/g, ' ').trim(),
  }
}

/** Returns whether a page has no text, not even a title, and nothing else to show. */
export function isEmptyPage(parts: PageParts | undefined): boolean {
  return parts !== undefined && parts.words === '' && !shown.test(parts.markup)
}
