import 'server-only'
import { truncate } from '@/lib/text/truncate'
import { textOfComment } from './parse-comment-markdown'

/** The maximum number of characters of an excerpt. */
const lengthMax = 140
/** The number of source characters that are read, more than an excerpt needs. */
const sourceLengthMax = 800

/**
 * Combining marks on one letter beyond the number that any script uses. They would cover the lines
 * above.
 */
const stackedMarks = /(\p{M}{4})\p{M}+/gu

/** Returns the first words of a comment as one line of plain text. */
export function excerptComment(markdown: string): string {
  const source = truncate(markdown, sourceLengthMax).toWellFormed()
  const text = textOfComment(source).replace(stackedMarks, '$1').replace(/\s+/g, ' ').trim()
  const characters = [...new Intl.Segmenter().segment(truncate(text, lengthMax * 4))]
  if (characters.length <= lengthMax) return text
  const cut = text.slice(0, characters[lengthMax - 1]?.index)
  return `${cut.replace(/(?<!\s)\s+\S{0,20}$/, '').replace(/(?<![\s,;:.–-])[\s,;:.–-]+$/, '')}…`
}
