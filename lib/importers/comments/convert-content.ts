import { cleanContent } from '@/lib/comments/writing/comment-input'
import { parseUrl } from '@/lib/text/parse-url'
import { truncate } from '@/lib/text/truncate'
import { convertHtml } from './convert-html'
import { convertMarkdown } from './convert-markdown'
import type { Conversion, LossReason } from './source-record'

/**
 * Maximum length of an imported comment in code points. It is larger than the limit of the form,
 * because other systems allow longer comments.
 */
export const importedLengthMax = 20_000

const controlCharacters = /[^\P{Cc}\t\n]/gu

/** Returns a text without the data of embedded images, which can have several megabytes. */
function withoutLongData(text: string): string {
  return text.replaceAll(/data:[\w/+.;=-]{0,100},[^\s"'<>()]*/gi, (url) =>
    url.length > importedLengthMax ? 'data:,' : url,
  )
}

/** The text of a comment in another system, before its conversion. */
type SourceText = {
  content: string
  markup: 'html' | 'markdown'
  /** The address of the comment's page, for relative links. */
  pageUrl: string
  /** Rewrites the absolute addresses of links. */
  rewrite?: (url: string) => string
}

/** Returns the target of a link that Disqus wrapped to count clicks. */
function unwrap(address: string): string {
  const url = parseUrl(address, 'https://other.invalid')
  // `disq.us/url?url=TARGET:TOKEN&cuid=…`
  const target = url?.host === 'disq.us' && url.pathname === '/url' && url.searchParams.get('url')
  return target ? target.replace(/:[\w-]{20,40}$/, '') : address
}

/** Returns the absolute address of a link, or undefined if comments cannot have such links. */
function targetOf(
  address: string,
  { pageUrl, rewrite = (url) => url }: SourceText,
  lose: Conversion['lose'],
): string | undefined {
  const target = unwrap(address.trim())
  const isRelative = !parseUrl(target)
  const url = parseUrl(target, pageUrl)
  if (!url || !/^(?:https?|mailto):$/.test(url.protocol)) {
    lose('markup')
    return undefined
  }
  if (isRelative) lose('relative-link')
  // Other addresses stay unchanged, because an address may also be the text of its link.
  return rewrite(isRelative || /\s/.test(target) ? url.href : target)
}

/** Converts a comment's text to the Markdown that comments support. */
export function convertContent(source: SourceText): {
  content: string
  losses: LossReason[]
} {
  const losses = new Set<LossReason>()
  const lose = (reason: LossReason) => losses.add(reason)
  const clean = (text: string) => {
    const lines = cleanContent(text.toWellFormed())
    const cleaned = lines.replaceAll(controlCharacters, '')
    if (cleaned.length < lines.length || !text.isWellFormed()) lose('control-characters')
    return cleaned
  }
  const convert = source.markup === 'html' ? convertHtml : convertMarkdown
  const converted = convert(withoutLongData(clean(source.content)), {
    lose,
    targetOf: (address) => targetOf(address, source, lose),
  })
  // HTML can contain references to control characters.
  const text = clean(converted)
  if (truncate(text, importedLengthMax) === text) return { content: text, losses: [...losses] }
  lose('content-cut')
  return { content: `${truncate(text, importedLengthMax - 1)}…`, losses: [...losses] }
}
