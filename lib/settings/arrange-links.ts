/** A row of the link form; one with two empty fields is ignored. */
export type LinkRow = { text: string; href: string }

/**
 * Returns the rows of the link form after a button was pressed: `up 2`, `down 0` or `remove 3`.
 * Other actions keep the order. Drops empty and duplicate rows.
 */
export function arrangeLinks(rows: readonly LinkRow[], act: string): LinkRow[] {
  const [verb, position = ''] = act.split(' ')
  const index = Number(position)
  const [row] = rows.slice(index, index + 1)
  const others = rows.filter((_, other) => other !== index)
  const arranged =
    row === undefined || verb === undefined || !['up', 'down', 'remove'].includes(verb)
      ? rows
      : verb === 'remove'
        ? others
        : others.toSpliced(Math.max(0, index + (verb === 'up' ? -1 : 1)), 0, row)
  const [written, seen] = [
    arranged.filter(({ text, href }) => text.trim() !== '' || href.trim() !== ''),
    new Set<string>(),
  ]
  return written.filter(
    ({ text, href }) => !seen.has(`${text} ${href}`) && seen.add(`${text} ${href}`),
  )
}
