import { truncate } from '@/lib/text/truncate'

/** Controls (C0, C1) except tab and line feed, what turns the direction of writing, and what is not seen at all. */
const unseen = /[^\P{Cc}\t\n]|[\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu

/** Somebody's words as a mail may show them: several lines, without anything that works unseen. */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(unseen, '').trim()
}

/** The same on one line, and no longer than `lengthMax` characters: for a subject, or within a sentence. */
export function oneLine(text: string, lengthMax = 100): string {
  const line = plainText(text).replaceAll(/\s+/g, ' ')
  return truncate(line, lengthMax) === line ? line : `${truncate(line, lengthMax - 1)}…`
}
