import { urlEnd } from '@/lib/markdown/bare-url'

/** The bare URLs of a comment, which end where its page ends them, and the targets of its links. */
const link = new RegExp(String.raw`(?:https?://|\bwww\.)(?:(?!${urlEnd})[^\s<>()[\]"'\x60])+`, 'giu')

/** Dotted names, as people write them without a scheme too. */
const dottedName = /[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}][\p{L}\p{N}-]*)+/gu

/** The hosts that the links of a text lead to, one for each link. */
export function findLinkedHosts(text: string): string[] {
  return [...text.matchAll(link)].flatMap(([found]) => {
    const url = /^www\./i.test(found) ? `http://${found}` : found
    return URL.canParse(url) ? [new URL(url).hostname] : []
  })
}

/** Every name in a text that may be a host's, linked or not, in the spelling of the DNS (IDNA to ASCII). */
export function findDomains(text: string): string[] {
  const names =
    text
      .normalize('NFKC')
      .replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '')
      .match(dottedName) ?? []
  return [...new Set(names.flatMap((name) => asciiDomain(name) ?? []))]
}

/** A domain in the DNS's own spelling; undefined for what is none. */
export function asciiDomain(name: string): string | undefined {
  const url = `http://${name.trim().replace(/^\*?\./, '')}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : undefined
}
