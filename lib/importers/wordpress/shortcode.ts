/** A WordPress shortcode: `[name key="value"]`, with or without an end tag. */
export type Shortcode = { name: string; attributes: Map<string, string>; inside: string }

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))|"([^"]*)"|(\S+)/g

/** Parses attributes. Those without a name are numbered from 0, as in `[youtube URL]`. */
function parseAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  let unnamed = 0
  for (const [, name, double, single, plain, quoted, bare] of text.matchAll(attribute)) {
    if (name !== undefined) attributes.set(name.toLowerCase(), double ?? single ?? plain ?? '')
    else attributes.set(String(unnamed++), quoted ?? bare ?? '')
  }
  return attributes
}

/** Matches the start or end of a shortcode. `[[name]]` is an escaped shortcode. */
const shortcodeTag = /(?<!\[)\[(\/?)([a-z][\w-]{1,60})(?=[\s\]=/])=?([^[\]]*)\](?!\])/gi

/** A shortcode with its position in the text. */
export type FoundShortcode = {
  name: string
  attributes: string
  inside: string | undefined
  index: number
  end: number
}

/**
 * Finds the shortcodes of a text in order, each up to the first end tag of its name. It takes one
 * pass over the text, however many are unclosed.
 */
export function findShortcodes(
  text: string,
  isWanted: (name: string) => boolean,
): FoundShortcode[] {
  const tags = [...text.matchAll(shortcodeTag)]
    .map((match) => {
      const [whole, slash, name = '', attributes = ''] = match
      return {
        isEnd: slash === '/',
        name: name.toLowerCase(),
        attributes,
        index: match.index,
        end: match.index + whole.length,
      }
    })
    .filter(({ name }) => isWanted(name))
  // In reverse order, so that `pop` returns the next end tag.
  const ends = new Map<string, typeof tags>()
  for (const tag of tags.toReversed()) {
    if (!tag.isEnd) continue
    const own = ends.get(tag.name)
    if (own) own.push(tag)
    else ends.set(tag.name, [tag])
  }
  const found: FoundShortcode[] = []
  let from = 0
  for (const { isEnd, name, attributes, index, end } of tags) {
    if (isEnd || index < from) continue
    const own = ends.get(name) ?? []
    while ((own.at(-1)?.index ?? end) < end) own.pop()
    const close = own.pop()
    from = close?.end ?? end
    found.push({
      name,
      attributes,
      inside: close && text.slice(end, close.index),
      index,
      end: from,
    })
  }
  return found
}

/**
 * Replaces the shortcodes with these names.
 * @param replace returns undefined to keep a shortcode
 */
export function replaceShortcodes(
  text: string,
  names: readonly string[],
  replace: (code: Shortcode) => string | undefined,
): string {
  let replaced = ''
  let from = 0
  for (const { name, attributes, inside = '', index, end } of findShortcodes(text, (name) =>
    names.includes(name),
  )) {
    const shown = replace({
      name,
      attributes: parseAttributes(attributes.replace(/\/$/, '')),
      inside,
    })
    replaced += text.slice(from, index) + (shown ?? text.slice(index, end))
    from = end
  }
  return replaced + text.slice(from)
}
