import { DomUtils, parseDocument } from 'htmlparser2'

const entity = /&(?:[a-z][a-z0-9]{1,31}|#[0-9]{1,7}|#x[0-9a-f]{1,6});/gi

/** Controls, white space excepted, and what turns the direction of everything around it (UAX #9: embeddings, overrides, isolates). */
const unseen = /(?![\t-\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu

/** Something to see: a title of nothing but zero-width characters is none. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Decodes what still is an entity after a page was decoded once: many pages, and most JSON-LD, encode twice. */
export function decodeEntities(text: string): string {
  const written = text.match(entity)
  if (!written) return text
  // All in one go: a parser for each takes long where there are many. None of them means a NUL, `&#0;` neither.
  const decoded = DomUtils.textContent(parseDocument(written.join('\0'))).split('\0')
  let index = 0
  return text.replace(entity, (one) => {
    const meant = decoded[index++] ?? one
    // Of an unknown name HTML decodes a known beginning (`&notion;`): those are words, and stay.
    return meant.length > 2 ? one : meant
  })
}

/** Cuts a text to a number of code points, at a word where there is one near, and marks the cut. */
function cut(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  const characters = [...text]
  if (characters.length <= lengthMax) return text
  const start = characters.slice(0, lengthMax - 1).join('')
  const isWhole = characters[lengthMax - 1] === ' '
  const atWord = isWhole ? start : start.replace(/\s\S*$/u, '')
  // Chinese and Japanese have no spaces: better to cut a word than to lose half the text.
  const kept = atWord.length >= start.length / 2 ? atWord : start
  return `${kept.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, '')}…`
}

/**
 * Text of a stranger as it may be shown and stored: entities decoded, white space folded, no controls, no lone
 * surrogates, NFC, at most `lengthMax` code points. `""` where nothing visible is left.
 */
export function cleanText(text: string, lengthMax: number): string {
  // No text is cut to less than an eighth of what it takes to write it, and folding should not take long.
  const bounded = text.slice(0, 16 * lengthMax)
  const clean = decodeEntities(bounded).toWellFormed().normalize('NFC').replace(unseen, '').replace(/\s+/gu, ' ').trim()
  return visible.test(clean) ? cut(clean, lengthMax) : ''
}
