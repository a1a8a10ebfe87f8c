/** A WordPress shortcode as it stands in a text: `[name key="value"]`, with or without an end of its own. */
export type Shortcode = { name: string; attributes: Map<string, string>; inside: string }

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))|"([^"]*)"|(\S+)/g

/** Those without a name are numbered from 0, as in `[youtube URL]`. */
export function parseAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  let unnamed = 0
  for (const [, name, double, single, plain, quoted, bare] of text.matchAll(attribute)) {
    if (name !== undefined) attributes.set(name.toLowerCase(), double ?? single ?? plain ?? '')
    else attributes.set(String(unnamed++), quoted ?? bare ?? '')
  }
  return attributes
}

/** What stands between a beginning and its end: anything but that end. */
const insideAndEnd = '(?:([^\\[]*(?:\\[(?!/\\1\\])[^\\[]*)*)\\[/\\1\\])?'

function patternOf(names: string[], inside: string): RegExp {
  return new RegExp(`(?<!\\[)\\[(${names.join('|')})(?=[\\s\\]=/])=?([^\\]]{0,4000})\\]${inside}(?!\\])`, 'gi')
}

/**
 * Replaces the shortcodes of these names. `[[name]]` is how WordPress writes one that is none.
 * @param replace undefined leaves it as it is
 */
export function replaceShortcodes(text: string, names: string[], replace: (code: Shortcode) => string | undefined): string {
  const small = text.toLowerCase()
  // A name that is nowhere ended is not looked for to the end of the text, each time it stands there.
  const ended = names.filter((name) => small.includes(`[/${name}]`))
  const others = names.filter((name) => !ended.includes(name))
  const put = (whole: string, name: string, attributes: string, inside: string | undefined) => {
    const code = { name: name.toLowerCase(), attributes: parseAttributes(attributes.replace(/\/$/, '')), inside: inside ?? '' }
    return replace(code) ?? whole
  }
  const first = ended.length > 0 ? text.replaceAll(patternOf(ended, insideAndEnd), put) : text
  return others.length > 0 ? first.replaceAll(patternOf(others, '()'), put) : first
}
