/**
 * Splits HTML at the elements with these names, each up to its first end tag. An element without an
 * end tag counts as text. It takes one pass over the HTML, however many tags are unclosed.
 * @param names tag names in lower case
 * @returns alternating text and elements, text first: parts with odd indexes are elements
 */
export function splitElements(html: string, names: readonly string[]): string[] {
  const tags = [...html.matchAll(/<(\/?)([a-z]+)(?![\w-])/gi)].flatMap(
    ({ index, 1: slash, 2: name = '' }) => {
      const tag = { index, isEnd: slash === '/', name: name.toLowerCase() }
      return names.includes(tag.name) ? [tag] : []
    },
  )
  const lastEnds = new Map(
    tags.filter(({ isEnd }) => isEnd).map(({ name, index }) => [name, index]),
  )
  const parts: string[] = []
  let from = 0
  let open: (typeof tags)[number] | undefined
  for (const tag of tags) {
    if (!open) {
      if (!tag.isEnd && (lastEnds.get(tag.name) ?? -1) > tag.index) open = tag
    } else if (tag.isEnd && tag.name === open.name) {
      const end = html.indexOf('>', tag.index) + 1 || html.length
      parts.push(html.slice(from, open.index), html.slice(open.index, end))
      from = end
      open = undefined
    }
  }
  return [...parts, html.slice(from)]
}
