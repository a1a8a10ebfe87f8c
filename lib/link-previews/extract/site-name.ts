import { domainToUnicode } from 'node:url'

/** Separates a page's title from the name of its site, as in "Words | The Guardian". */
const separator = / (?:[|–—·•»/:-]|::|\/\/) | ?[｜︱] ?/gu

const endOfName = /^(?:$| (?:[|–—·•»/:-]|::|\/\/) | ?[｜︱]|: |：)/u

/** Keeps only letters and digits: "The Guardian" is written `theguardian` in a host. */
function squash(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/** Returns the squashed names that a host suggests: `news.bbc.co.uk` gives bbc, news, bbcnews. */
function namesOf(url: URL): Set<string> {
  const labels = domainToUnicode(url.hostname)
    .replace(/^www\./, '')
    .split('.')
    .map(squash)
  const names = labels.slice(0, -1)
  const pairs = names.flatMap((name, index) => [
    name + (labels[index + 1] ?? ''),
    (names[index + 1] ?? '') + name,
  ])
  return new Set([...names, ...pairs, labels.join('')].filter((name) => name.length > 1))
}

/**
 * Returns whether a string is the site's name: the declared name, or one that the host suggests.
 */
export function isSiteName(text: string, url: URL, declared = ''): boolean {
  const name = squash(text)
  if (name === '') return false
  const names = namesOf(url)
  return (
    name === squash(declared) ||
    names.has(name) ||
    names.has(`the${name}`) ||
    names.has(name.replace(/^the/, ''))
  )
}

/**
 * Splits the site's name off a page's title. The name may contain separators itself. The search
 * starts at the end, then at the beginning, except on the front page, where the name is the title.
 *
 * @param title a title with folded whitespace, as `cleanText` returns it
 * @param declared the site's name according to the page, or `""`
 * @returns the title without the name; `site` is `""` if the title does not contain it
 */
export function splitTitle(
  title: string,
  url: URL,
  declared = '',
): { title: string; site: string } {
  const halves = [...title.matchAll(separator)].map((match) => ({
    before: title.slice(0, match.index),
    after: title.slice(match.index + match[0].length),
  }))
  const tails = halves.map(({ before, after }) => ({ title: before, site: after }))
  const fronts =
    url.pathname === '/' ? [] : halves.map(({ before, after }) => ({ title: after, site: before }))
  const found = [...tails, ...fronts].find(
    ({ title: rest, site }) => rest.trim() !== '' && isSiteName(site, url, declared),
  )
  return found ?? { title, site: '' }
}

/** Returns whether a title is a name, or begins with it and continues after a separator. */
export function beginsWithName(title: string, name: string): boolean {
  return name !== '' && title.startsWith(name) && endOfName.test(title.slice(name.length))
}
