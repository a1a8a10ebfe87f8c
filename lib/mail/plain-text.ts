import { truncate } from '@/lib/text/truncate'
import { limitBlankLines } from '@/lib/text/visible-text'

/**
 * Control characters (C0, C1) except tab and line feed, direction marks and invisible characters.
 * Persian and emoji need the joiners U+200C and U+200D.
 */
const unseen = /[^\P{Cc}\t\n]|[\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu

/** Returns text by a user without control or invisible characters, for use in a mail. */
export function plainText(text: string): string {
  return limitBlankLines(
    text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(unseen, ''),
  ).trim()
}

/** Returns the same on one line of at most `lengthMax` characters, for subjects and sentences. */
export function oneLine(text: string, lengthMax = 100): string {
  const line = plainText(text).replaceAll(/\s+/g, ' ')
  return truncate(line, lengthMax) === line ? line : `${truncate(line, lengthMax - 1)}…`
}
