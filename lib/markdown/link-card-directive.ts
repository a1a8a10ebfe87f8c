/**
 * The source form of a card that its author changed: `::link-card{url="…" title="…"}`. Safe to
 * import in a browser.
 */
import { decodeXML } from 'entities'
import { parseUrl } from '@/lib/text/parse-url'

/** The post author's overrides of a card's contents. */
export type LinkCardOverrides = {
  title?: string
  /** `""` to show no description. */
  description?: string
  /** False to hide the card's image. */
  image: boolean
}

/** A card in the source of a post: its URL and its overrides. */
export type LinkCardText = LinkCardOverrides & { url: string }

/** The longest line that is parsed, in characters. A card's URL and texts are far shorter. */
const lineLengthMax = 32_768

/**
 * The syntax of a leaf in the proposal for generic directives: https://talk.commonmark.org/t/444
 */
const directive = /^::link-card\{((?:[^"'}]|"[^"]*"|'[^']*')*)\}[ \t]*$/
const attribute = /[ \t]*([A-Za-z_][\w.:-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'<=>`}]+)))?/y

/**
 * Reads one line of a text as a card.
 * @returns undefined if the line is not a `::link-card`, or if its `url` is not an absolute http(s)
 *   URL; it is then shown as text
 */
export function readLinkCardDirective(line: string): LinkCardText | undefined {
  const attributes =
    line.length > lineLengthMax ? undefined : readAttributes(directive.exec(line)?.[1])
  const url = attributes?.get('url')
  if (url === undefined || !/^https?:\/\/\S+$/i.test(url) || !parseUrl(url)) return undefined
  const title = attributes?.get('title')
  const description = attributes?.get('description')
  return {
    url,
    ...(title && { title }),
    ...(description !== undefined && { description }),
    image: attributes?.get('image') !== 'false',
  }
}

/** Writes a card on one line, from which `readLinkCardDirective` returns the same card. */
export function writeLinkCardDirective({ url, title, description, image }: LinkCardText): string {
  const attributes = [`url="${encode(url)}"`]
  if (title) attributes.push(`title="${encode(title)}"`)
  if (description !== undefined) attributes.push(`description="${encode(description)}"`)
  if (!image) attributes.push('image="false"')
  return `::link-card{${attributes.join(' ')}}`
}

function readAttributes(text: string | undefined): Map<string, string> | undefined {
  if (text === undefined) return undefined
  const attributes = new Map<string, string>()
  attribute.lastIndex = 0
  let end = 0
  for (let found = attribute.exec(text); found; found = attribute.exec(text)) {
    const [, name = '', ...values] = found
    attributes.set(name, decodeXML(values.find((value) => value !== undefined) ?? ''))
    end = attribute.lastIndex
  }
  return text.slice(end).trim() === '' ? attributes : undefined
}

/**
 * Encodes characters that would end the value or the line, so that other parsers of directives see
 * no syntax in it.
 */
function encode(value: string): string {
  return value.replace(/[&"\p{Cc}\p{Zl}\p{Zp}]/gu, (character) => {
    if (character === '&') return '&amp;'
    return character === '"' ? '&quot;' : `&#x${character.charCodeAt(0).toString(16)};`
  })
}
