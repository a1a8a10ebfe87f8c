import { domainToUnicode } from 'node:url'

/** Between the title of a page and the name of its site, as "Words | The Guardian" has it; the last counts. */
const parts = /^(.*\S)(?:\s+(?:[|–—·•»/:-]|::|\/\/)\s+|\s*[｜︱]\s*)(\S.*)$/su

/** Letters and digits alone: "The Guardian" is written `theguardian` in a host. */
function squash(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/** What a site may be called after its host, squashed: for `news.bbc.co.uk` bbc, news, bbcnews and the like. */
function namesOf(url: URL): Set<string> {
  const labels = domainToUnicode(url.hostname)
    .replace(/^www\./, '')
    .split('.')
    .map(squash)
  const names = labels.slice(0, -1)
  const pairs = names.flatMap((name, index) => [name + (labels[index + 1] ?? ''), (names[index + 1] ?? '') + name])
  return new Set([...names, ...pairs, labels.join('')].filter((name) => name.length > 1))
}

/** Whether a text is the site's name: the one it declares, or one that its host is made of. */
export function isSiteName(text: string, url: URL, declared = ''): boolean {
  const name = squash(text)
  if (name === '') return false
  const names = namesOf(url)
  return name === squash(declared) || names.has(name) || names.has(`the${name}`) || names.has(name.replace(/^the/, ''))
}

/**
 * Parts the title of a page from the name of its site behind it. A tail that is not this site's name is the title's own.
 *
 * @param declared the name the site declares; `""` where it declares none
 * @returns `site` is `""` where the title does not end with it
 */
export function splitTitle(title: string, url: URL, declared = ''): { words: string; site: string } {
  const [, words, site] = parts.exec(title) ?? []
  return words !== undefined && site !== undefined && isSiteName(site, url, declared) ? { words, site } : { words: title, site: '' }
}

/** Whether a title with a tail begins with these words, or they with it: then they are of this page, not of its site or book. */
export function isFrontOf(title: string, words: string): boolean {
  const [, front = ''] = parts.exec(title) ?? []
  const [one, other] = [squash(front), squash(words)]
  return one !== '' && other !== '' && (one.startsWith(other) || other.startsWith(one))
}
