import { currentLocale } from '@/lib/i18n/translator'
import { escapeXml } from '@/lib/markdown/escape-xml'
import { directionOf } from '@/lib/settings/language'
import { truncate } from '@/lib/text/truncate'
import { limitBlankLines } from '@/lib/text/visible-text'

/** Part of an e-mail. Text by readers only appears in `quote`, apart from text of the blog. */
export type Block = { text: string } | { quote: string } | { link: string; label: string }

/** Returns the blocks that quote a comment. */
export function quoteComment(authorName: string | null, content: string | null): Block[] {
  return [{ quote: `${oneLine(authorName ?? '')}:` }, { quote: content ?? '' }]
}

/**
 * Returns the plain text of an e-mail. Quoted lines are marked as in replies (RFC 3676, 4.5), and
 * URLs are on separate lines.
 */
export function textBody(blocks: Block[]): string {
  const parts = blocks.map((block) => {
    if ('text' in block) return block.text
    if ('link' in block) return `${block.label}:\n${block.link}`
    return plainText(block.quote).replaceAll(/^/gm, '> ')
  })
  return `${parts.join('\n\n')}\n`
}

const bodyStyle =
  'max-width:36em;margin:0 auto;padding:1em;font:16px/1.55 Georgia,serif;overflow-wrap:anywhere'
/** Mail clients do not support logical properties. */
const quoteStyle = (side: 'left' | 'right') =>
  `margin:1em 0;padding-${side}:1em;border-${side}:3px solid #9a9288`

/** Returns an e-mail as HTML without external resources, in the colours of the mail client. */
export function htmlBody(title: string, blocks: Block[]): string {
  const direction = directionOf(currentLocale())
  const quoted = quoteStyle(direction === 'rtl' ? 'right' : 'left')
  const parts = blocks.map((block) => {
    if ('text' in block) return `<p>${escapeXml(block.text)}</p>`
    if ('link' in block)
      return `<p><a href="${escapeXml(block.link)}">${escapeXml(block.label)}</a></p>`
    const lines = escapeXml(plainText(block.quote)).replaceAll('\n', '<br>\n')
    return `<blockquote dir="auto" style="${quoted}">${lines}</blockquote>`
  })
  return `<!doctype html>
<html lang="${currentLocale()}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeXml(title)}</title>
</head>
<body style="${bodyStyle}">
${parts.join('\n')}
</body>
</html>
`
}

/**
 * Control characters (C0, C1) except tab and line feed, direction marks and invisible characters.
 * Persian and emoji need the joiners U+200C and U+200D.
 */
const unseen = /[^\P{Cc}\t\n]|[\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu

/** Returns text by a user without control or invisible characters, for use in an e-mail. */
export function plainText(text: string): string {
  return limitBlankLines(
    text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(unseen, ''),
  ).trim()
}

/** Returns such text on one line of at most `lengthMax` characters, for subjects and sentences. */
export function oneLine(text: string, lengthMax = 100): string {
  const line = plainText(text).replaceAll(/\s+/g, ' ')
  return truncate(line, lengthMax) === line ? line : `${truncate(line, lengthMax - 1)}…`
}
