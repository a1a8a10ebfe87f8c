import type { Losses } from '@/lib/importers/html/losses'
import { escapeXml } from '@/lib/markdown/escape-xml'
import type { Shortcode } from './shortcode'
import type { Attachment } from './wxr-index'

/** The attachments that shortcodes refer to, and the record of losses. */
export type ShortcodeSource = { attachments: ReadonlyMap<string, Attachment>; losses: Losses }

type Show = (code: Shortcode, source: ShortcodeSource) => string | undefined

const paragraph = (html: string) => `\n\n${html}\n\n`

const caption: Show = ({ attributes, inside }) => {
  const [, picture = '', words = ''] =
    /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i.exec(inside) ?? []
  if (picture === '') return paragraph(inside)
  return paragraph(
    `<figure>${picture}<figcaption>${words.trim() || (attributes.get('caption') ?? '')}` +
      '</figcaption></figure>',
  )
}

const embed: Show = ({ attributes, inside }) => {
  const url =
    inside.trim() || (attributes.get('src') ?? attributes.get('url') ?? attributes.get('0') ?? '')
  return /^https?:\/\//.test(url) ? paragraph(url) : undefined
}

const gallery: Show = ({ attributes }, { attachments }) => {
  const ids = (attributes.get('ids') ?? '').split(',').map((part) => part.trim())
  const images = ids
    .flatMap((id) => attachments.get(id) ?? [])
    .map(({ url, alt }) => `<img src="${escapeXml(url)}" alt="${escapeXml(alt)}">`)
  return images.length === 0
    ? undefined
    : paragraph(`<figure class="wp-block-gallery">${images.join('')}</figure>`)
}

const player =
  (tag: 'audio' | 'video'): Show =>
  ({ attributes }) => {
    const url = ['src', 'mp3', 'mp4', 'm4a', 'ogg', 'webm', 'wav', '0']
      .map((key) => attributes.get(key))
      .find(Boolean)
    return url ? paragraph(`<${tag} src="${escapeXml(url)}"></${tag}>`) : undefined
  }

/** Converts `[code lang="php"]`, `[sourcecode language="php"]`, and `[php]`. */
const code: Show = ({ name, attributes, inside }, { losses }) => {
  if (inside === '') return undefined
  const language =
    attributes.get('language') ??
    attributes.get('lang') ??
    attributes.get('0') ??
    (/code$/.test(name) ? '' : name)
  if ([...attributes.keys()].some((key) => !['language', 'lang', '0'].includes(key)))
    losses.note('settings of a code block (line numbers and the like)')
  // The text may contain entities or plain characters.
  const words = inside.replace(/^\n/, '').replaceAll('<', '&lt;')
  return paragraph(
    `<pre><code${language && ` class="language-${escapeXml(language)}"`}>${words}</code></pre>`,
  )
}

const others: Record<string, Show> = {
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
export const codeNames = [
  'code',
  'sourcecode',
  'php',
  'css',
  'js',
  'javascript',
  'html',
  'xml',
  'bash',
  'python',
  'sql',
  'java',
]
/** Names of WordPress's built-in and other common shortcodes. */
export const otherNames = Object.keys(others)

/** Converts a shortcode to HTML; undefined if it is unknown. */
export function shortcodeHtml(found: Shortcode, source: ShortcodeSource): string | undefined {
  return (others[found.name] ?? code)(found, source)
}
