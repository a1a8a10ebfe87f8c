import { decodeHTMLStrict } from 'entities'
import { Parser } from 'htmlparser2'
import { truncate } from '@/lib/text/truncate'

/** Control characters, except whitespace, and those that change the direction of text (UAX #9). */
const invisible = /(?![\t-\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu

/** A visible character. A title of only zero-width characters counts as empty. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Cuts a string to a number of code points, at a word boundary if one is near. */
function cut(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  const characters = [...text]
  if (characters.length <= lengthMax) return text
  const start = characters.slice(0, lengthMax - 1).join('')
  const isWhole = characters[lengthMax - 1] === ' '
  const atWord = isWhole ? start : start.replace(/\s\S*$/u, '')
  // Chinese and Japanese have no spaces: cutting inside a word is better than losing half the text.
  const kept = atWord.length >= start.length / 2 ? atWord : start
  return `${kept.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, '')}…`
}

/**
 * Returns untrusted text in a form that can be shown and stored. Decodes entities once more,
 * because many pages and most JSON-LD encode text twice. Folds whitespace, removes control
 * characters and lone surrogates, and normalises to NFC.
 *
 * @returns at most `lengthMax` code points; `""` if nothing visible remains
 */
export function cleanText(text: string, lengthMax: number): string {
  // Decoding shortens text to no less than an eighth of its length. The limit keeps folding fast.
  // Page readers truncate by code units, which can leave a lone surrogate at the end.
  const bounded = truncate(text, 16 * lengthMax).replace(/[\ud800-\udbff]$/, '')
  const clean = decodeHTMLStrict(bounded)
    .toWellFormed()
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/\s+/gu, ' ')
    .trim()
  return visible.test(clean) ? cut(clean, lengthMax) : ''
}

/**
 * Markup, as opposed to text about HTML such as "The <a> element". Matches an end tag, an
 * empty-element tag, a tag with an attribute, or a line break or paragraph next to a word.
 */
const markup = new RegExp(
  [
    String.raw`<\/[a-z][a-z0-9]{0,15}>|<[a-z]{1,8} ?\/>|<[a-z]{1,8} [a-z-]{1,20}=["']`,
    String.raw`[\p{L}\p{N}.!?]<(?:br|p)>|<(?:br|p)>[\p{L}\p{N}]`,
  ].join('|'),
  'iu',
)

const blocks = new Set(
  `address article blockquote br dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr
  li main ol p pre section table td th tr ul`.split(/\s+/),
)

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

/** Converts text that may be HTML or entity-encoded HTML to plain text, and cleans it. */
export function plainText(text: string, lengthMax: number): string {
  const bounded = text.slice(0, 16 * lengthMax)
  const html = [bounded, decodeHTMLStrict(bounded)].find((candidate) => markup.test(candidate))
  return cleanText(html === undefined ? bounded : textOfHtml(html), lengthMax)
}
