/** A WordPress shortcode: `[name key="value"]`, with or without an end of its own. */
export type Shortcode = { name: string; attributes: Map<string, string>; inside: string }

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))|"([^"]*)"|(\S+)/g

/** Attributes without a name are numbered from 0, as in `[youtube URL]`. */
export function parseAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  let unnamed = 0
  for (const [, name, double, single, plain, quoted, bare] of text.matchAll(attribute)) {
    if (name !== undefined) attributes.set(name.toLowerCase(), double ?? single ?? plain ?? '')
    else attributes.set(String(unnamed++), quoted ?? bare ?? '')
  }
  return attributes
}

/** A shortcode's start, or its end. `[[name]]` is how WordPress writes one that is only text. */
const shortcodeTag = /(?<!\[)\[(\/?)([a-z][\w-]{1,60})(?=[\s\]=/])=?([^[\]]*)\](?!\])/gi

/** A shortcode where it stands in a text. */
export type FoundShortcode = {
  name: string
  attributes: string
  inside: string | undefined
  index: number
  end: number
}

/**
 * Finds the shortcodes of a text in order, each up to the first end of its own name. Takes one pass over the
 * text, however many are left open.
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
  // The last end of each name comes first, so that the next one is popped.
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
 * Replaces the shortcodes of these names.
 * @param replace undefined leaves the shortcode as it is
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
