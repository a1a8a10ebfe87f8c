import type { Losses } from '@/lib/importers/imported-post'
import { escapeXml } from '@/lib/markdown/escape-xml'

/** A WordPress shortcode: `[name key="value"]`. */
type Shortcode = {
  name: string
  /** Attributes without a name are numbered from 0, as in `[youtube URL]`. */
  attributes: Map<string, string>
  /** The text up to the end tag; undefined if there is no end tag. */
  inside: string | undefined
}

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'\]]+))|"([^"]*)"|(\S+)/g

function parseAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  let unnamed = 0
  for (const [, name, double, single, plain, quoted, bare] of text.matchAll(attribute)) {
    if (name !== undefined) attributes.set(name.toLowerCase(), double ?? single ?? plain ?? '')
    else attributes.set(String(unnamed++), quoted ?? bare ?? '')
  }
  return attributes
}

/** Matches the name of any shortcode, for `replaceShortcodes`. */
export const anyName = '[a-z][\\w-]{1,60}'

/** Returns the positions of the end tags of shortcodes by name, the last one first. */
function endTagsOf(text: string): Map<string, number[]> {
  const ends = new Map<string, number[]>()
  for (const { index, 1: given = '' } of [...text.matchAll(/\[\/([\w-]+)\]/g)].reverse()) {
    const name = given.toLowerCase()
    const positions = ends.get(name)
    if (positions) positions.push(index)
    else ends.set(name, [index])
  }
  return ends
}

/**
 * Replaces shortcodes, each up to the first end tag of its name. `[[name]]` is an escaped
 * shortcode.
 * @param names alternatives of a regular expression
 * @param replace returns undefined to keep a shortcode
 */
export function replaceShortcodes(
  text: string,
  names: string,
  replace: (code: Shortcode) => string | undefined,
): string {
  // recheck-ignore: attributes end at the next square bracket, and callers pass fixed names.
  const tag = new RegExp(`(?<!\\[)\\[(${names})(?=[\\s\\]=/])=?([^[\\]]*)\\](?!\\])`, 'gi')
  const ends = endTagsOf(text)
  const parts: string[] = []
  let from = 0
  for (const { index, 0: start, 1: given = '', 2: attributes = '' } of text.matchAll(tag)) {
    // A shortcode inside another one is part of its text.
    if (index < from) continue
    const name = given.toLowerCase()
    const after = index + start.length
    const ofName = ends.get(name) ?? []
    while ((ofName.at(-1) ?? after) < after) ofName.pop()
    const end = ofName.at(-1)
    const next = end === undefined ? after : end + `[/${name}]`.length
    const inside = end === undefined ? undefined : text.slice(after, end)
    const parsed = parseAttributes(attributes.replace(/\/$/, ''))
    const replaced = replace({ name, attributes: parsed, inside })
    parts.push(text.slice(from, index), replaced ?? text.slice(index, next))
    from = next
  }
  return parts.join('') + text.slice(from)
}

/** An image or another file of the blog. */
export type Attachment = { url: string; alt: string }

/** The attachments that shortcodes refer to, and the record of losses. */
export type ShortcodeSource = { attachments: ReadonlyMap<string, Attachment>; losses: Losses }

type Renderer = (code: Shortcode, source: ShortcodeSource) => string | undefined

const paragraph = (html: string) => `\n\n${html}\n\n`

const caption: Renderer = ({ attributes, inside = '' }) => {
  const [, picture = '', captionText = ''] =
    /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inside) ?? []
  if (picture === '') return paragraph(inside)
  return paragraph(
    `<figure>${picture}<figcaption>${captionText.trim() || (attributes.get('caption') ?? '')}` +
      '</figcaption></figure>',
  )
}

const embed: Renderer = ({ attributes, inside = '' }) => {
  const url =
    inside.trim() || (attributes.get('src') ?? attributes.get('url') ?? attributes.get('0') ?? '')
  return /^https?:\/\//.test(url) ? paragraph(url) : undefined
}

const gallery: Renderer = ({ attributes }, { attachments }) => {
  const ids = (attributes.get('ids') ?? '').split(',').map((part) => part.trim())
  const images = ids
    .flatMap((id) => attachments.get(id) ?? [])
    .map(({ url, alt }) => `<img src="${escapeXml(url)}" alt="${escapeXml(alt)}">`)
  return images.length === 0
    ? undefined
    : paragraph(`<figure class="wp-block-gallery">${images.join('')}</figure>`)
}

const player =
  (tag: 'audio' | 'video'): Renderer =>
  ({ attributes }) => {
    const url = ['src', 'mp3', 'mp4', 'm4a', 'ogg', 'webm', 'wav', '0']
      .map((key) => attributes.get(key))
      .find(Boolean)
    return url ? paragraph(`<${tag} src="${escapeXml(url)}"></${tag}>`) : undefined
  }

/** Converts `[code lang="php"]`, `[sourcecode language="php"]`, and `[php]`. */
const code: Renderer = ({ name, attributes, inside }, { losses }) => {
  if (!inside) return undefined
  const language =
    attributes.get('language') ??
    attributes.get('lang') ??
    attributes.get('0') ??
    (/code$/.test(name) ? '' : name)
  if ([...attributes.keys()].some((key) => !['language', 'lang', '0'].includes(key)))
    losses.note('codeSettings')
  // The text may contain entities or plain characters.
  const escaped = inside.replace(/^\n/, '').replaceAll('<', '&lt;')
  return paragraph(
    `<pre><code${language && ` class="language-${escapeXml(language)}"`}>${escaped}</code></pre>`,
  )
}

const others: Record<string, Renderer> = {
  caption,
  wp_caption: caption,
  embed,
  youtube: embed,
  vimeo: embed,
  tweet: embed,
  twitter: embed,
  soundcloud: embed,
  gallery,
  audio: player('audio'),
  video: player('video'),
}

/** Names of common shortcodes for code. */
export const codeNames = 'code|sourcecode|php|css|js|javascript|html|xml|bash|python|sql|java'
/** Names of WordPress's built-in and other common shortcodes. */
export const otherNames = Object.keys(others).join('|')

/** Converts a shortcode to HTML; undefined if it is unknown. */
export function shortcodeHtml(found: Shortcode, source: ShortcodeSource): string | undefined {
  return (others[found.name] ?? code)(found, source)
}
