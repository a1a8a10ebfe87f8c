import type { ColumnAlign, Table } from './table'

/** Scripts whose characters are as wide as two letters where all are equally wide (UAX #11). */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/gu
const marks = /\p{M}|\u200d|\ufe0f/gu

/** How many columns a text takes in a font of one width. */
export function widthOf(text: string): number {
  const plain = text.replaceAll(marks, '')
  return [...plain].length + (plain.match(wide)?.length ?? 0)
}

function pad(text: string, width: number, align: ColumnAlign): string {
  const space = Math.max(0, width - widthOf(text))
  const before = align === 'end' ? space : align === 'center' ? Math.floor(space / 2) : 0
  return ' '.repeat(before) + text + ' '.repeat(space - before)
}

function dashesOf(width: number, align: ColumnAlign): string {
  const [first, last] = [align === 'start' || align === 'center' ? ':' : '-', align === 'end' || align === 'center' ? ':' : '-']
  return first + '-'.repeat(width - 2) + last
}

/**
 * A table with its columns under one another.
 * @returns its lines, and where each row's cells begin and end in their line: the row of dashes is among the lines alone
 */
export function alignTable({ indent, aligns, rows }: Table): { lines: string[]; cells: { from: number; to: number }[][] } {
  const columns = Math.max(aligns.length, ...rows.map((row) => row.length))
  const all = Array.from({ length: columns }, (_, column) => column)
  const widths = all.map((column) => Math.max(3, ...rows.map((row) => widthOf(row[column] ?? ''))))
  const alignAt = (column: number) => aligns[column] ?? 'none'
  const cells = rows.map((row) => {
    let at = indent.length + 2
    return all.map((column) => {
      const padded = pad(row[column] ?? '', widths[column] ?? 3, alignAt(column))
      const from = at + padded.length - padded.trimStart().length
      const cell = padded.trim() === '' ? { from: at, to: at } : { from, to: at + padded.trimEnd().length }
      at += padded.length + 3
      return cell
    })
  })
  const write = (texts: string[]) => `${indent}| ${texts.join(' | ')} |`
  const lines = rows.map((row) => write(all.map((column) => pad(row[column] ?? '', widths[column] ?? 3, alignAt(column)))))
  lines.splice(1, 0, write(all.map((column) => dashesOf(widths[column] ?? 3, alignAt(column)))))
  return { lines, cells }
}
