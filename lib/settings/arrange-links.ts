import type { NavigationLink } from './blog-input'
import { blogLimits } from './blog-limits'

/** Reads the rows of the link form. */
export function readLinkRows(form: FormData): NavigationLink[] {
  const hrefs = form.getAll('href').map(String)
  return form
    .getAll('text')
    .slice(0, blogLimits.linksMax + 1)
    .map((text, index) => ({ text: String(text), href: hrefs[index] ?? '' }))
}

/**
 * Returns the rows of the link form after a button was pressed: `up 2`, `down 0` or `remove 3`.
 * Other actions keep the order. Drops empty and duplicate rows.
 */
export function arrangeLinks(rows: readonly NavigationLink[], act: string): NavigationLink[] {
  const [verb, position = ''] = act.split(' ')
  const index = Number(position)
  const row = rows[index]
  const others = rows.filter((_, other) => other !== index)
  const isMove = verb === 'up' || verb === 'down'
  let arranged = rows
  if (row && isMove)
    arranged = others.toSpliced(Math.max(0, index + (verb === 'up' ? -1 : 1)), 0, row)
  if (row && verb === 'remove') arranged = others
  const written = arranged.filter(({ text, href }) => text.trim() !== '' || href.trim() !== '')
  return [...new Map(written.map((link) => [`${link.text} ${link.href}`, link])).values()]
}
