import { parseUrl } from '@/lib/text/parse-url'
import {
  type LinkCardText,
  readLinkCardDirective,
  writeLinkCardDirective,
} from './link-card-directive'

export type { LinkCardText }

/**
 * Reads a line between blank lines as the card that the page shows: a bare URL, a URL in angle
 * brackets, or a `::link-card`.
 * @returns undefined if the line is not a card
 */
export function readCardLine(line: string): LinkCardText | undefined {
  if (line.startsWith('::link-card{')) return readLinkCardDirective(line)
  const text = line.trimEnd()
  const bracketed = /^<([^\s<>]+)>$/.exec(text)?.[1]
  const url = bracketed ?? text
  if (!/^https?:\/\/\S+$/i.test(url) || !parseUrl(url)) return undefined
  if (bracketed === undefined && needsBrackets(url)) return undefined
  return { url, image: true }
}

/** Writes a card as its line: the bare URL if the author has changed nothing. */
export function writeCardLine(card: LinkCardText): string {
  if (card.title || card.description !== undefined || !card.image)
    return writeLinkCardDirective(card)
  return needsBrackets(card.url) ? `<${card.url}>` : card.url
}

/** Writes a link that is not shown as a card: `[title](url)`. */
export function writeAsLink({ url, title }: { url: string; title: string }): string {
  const label = title.replace(/\s+/g, ' ').trim()
  // A link whose text is its URL would be shown as a card.
  const text = label === '' || /^https?:/i.test(label) ? url.replace(/^https?:\/\//i, '') : label
  return `[${text.replace(/[\\`*_[\]<>~|]/g, '\\$&')}](${writeDestination(url)})`
}

/** Writes a URL as the destination of a link (CommonMark 0.31, 6.3). */
export function writeDestination(url: string): string {
  return /[()<>\s\\]/.test(url) ? `<${url.replace(/[<>\\\s]/g, encodeURIComponent)}>` : url
}

/**
 * Returns whether a URL would not be recognised completely without angle brackets (GFM 0.29,
 * “Autolinks (extension)”). Punctuation at its end belongs to the sentence, and a host name with
 * `_` in its last two parts is invalid.
 */
function needsBrackets(url: string): boolean {
  const [, host = ''] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? []
  const isPlainHost = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?$/u.test(host)
  return (
    !isPlainHost ||
    /[^\p{L}\p{N}/=#%&+$@-]$/u.test(url) ||
    /[<>|\\`[\]]|&[a-z\d]*;?$/i.test(url) ||
    url.split('(').length !== url.split(')').length
  )
}
