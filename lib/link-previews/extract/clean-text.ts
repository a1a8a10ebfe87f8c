import { DomUtils, Parser, parseDocument } from 'htmlparser2'
import { truncate } from '@/lib/text/truncate'

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
  const bounded = truncate(text, 16 * lengthMax)
  const clean = decodeEntities(bounded)
    .toWellFormed()
    .normalize('NFC')
    .replace(unseen, '')
    .replace(/\s+/gu, ' ')
    .trim()
  return visible.test(clean) ? cut(clean, lengthMax) : ''
}

/**
 * Markup, as opposed to words about HTML such as "The <a> element": an end tag, an empty-element tag,
 * a tag with an attribute, or a line break or paragraph next to a word.
 */
const markup =
  /<\/[a-z][a-z0-9]{0,15}>|<[a-z]{1,8} ?\/>|<[a-z]{1,8} [a-z-]{1,20}=["']|[\p{L}\p{N}.!?]<(?:br|p)>|<(?:br|p)>[\p{L}\p{N}]/iu

/** Elements whose text stands on lines of its own. */
const blocks = new Set([
  ...[
    'address',
    'article',
    'blockquote',
    'br',
    'dd',
    'div',
    'dl',
    'dt',
    'figcaption',
    'figure',
    'footer',
    'h1',
    'h2',
    'h3',
    'h4',
  ],
  ...[
    'h5',
    'h6',
    'header',
    'hr',
    'li',
    'main',
    'ol',
    'p',
    'pre',
    'section',
    'table',
    'td',
    'th',
    'tr',
    'ul',
  ],
])

function textOfHtml(html: string): string {
  let text = ''
  let isCode = false
  const onTag = (name: string, isOpening: boolean) => {
    isCode = isOpening && (name === 'script' || name === 'style')
    if (blocks.has(name)) text += ' '
  }
  const parser = new Parser({
    onopentagname: (name) => onTag(name, true),
    onclosetag: (name) => onTag(name, false),
    ontext: (piece) => {
      if (!isCode) text += piece
    },
  })
  parser.end(html)
  return text
}

/** Returns what `cleanText` does, of a text that may be written as HTML, encoded as such or not. */
export function plainText(text: string, lengthMax: number): string {
  const bounded = text.slice(0, 16 * lengthMax)
  const html = [bounded, decodeEntities(bounded)].find((written) => markup.test(written))
  return cleanText(html === undefined ? bounded : textOfHtml(html), lengthMax)
}
