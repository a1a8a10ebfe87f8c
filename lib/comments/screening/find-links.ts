import { urlEnd } from '@/lib/markdown/bare-url'
import { parseUrl } from '@/lib/text/parse-url'

/** Matches bare URLs, which end where the renderer ends them, and link targets. */
const link = new RegExp(
  String.raw`(?:https?://|\bwww\.)(?:(?!${urlEnd})[^\s<>()[\]"'\x60])+`,
  'giu',
)

/**
 * Dotted names, with or without a scheme. The lookbehind lets a match start only where a run of
 * letters, digits and hyphens starts, so that the search is linear.
 */
const dottedName =
  /(?<![\p{L}\p{N}-])-*[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}][\p{L}\p{N}-]*)+/gu

/** Characters of a domain name (RFC 1035, 2.3.4). Punycode never makes a name shorter. */
const domainLengthMax = 253

/** Returns the host of each link in a text. */
export function findLinkedHosts(text: string): string[] {
  return [...text.matchAll(link)].flatMap(([found]) => {
    const url = parseUrl(/^www\./i.test(found) ? `http://${found}` : found)
    return url ? [url.hostname] : []
  })
}

/** Returns the possible host names in a text, each once and in ASCII (IDNA), in linear time. */
export function findDomains(text: string): string[] {
  const found =
    text
      .normalize('NFKC')
      .replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '')
      .match(dottedName) ?? []
  const names = new Set(
    found.map((name) => name.replace(/^-+/, '')).filter((name) => name.length <= domainLengthMax),
  )
  return [...new Set([...names].flatMap((name) => asciiDomain(name) ?? []))]
}

/** Returns a domain in ASCII (IDNA), or undefined if it is invalid. */
export function asciiDomain(name: string): string | undefined {
  return parseUrl(`http://${name.trim().replace(/^\*?\./, '')}`)?.hostname.replace(/\.$/, '')
}
