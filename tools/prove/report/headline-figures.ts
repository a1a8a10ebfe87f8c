import { type Figures, type Part, worseOf } from '@/tools/prove/part'

/** So many figures can be read in a cell of a table. */
const headlinesMax = 10

/** Those figures of a part that a table tells: what it says itself, or the first. */
export function headlinesOf(part: Pick<Part, 'headlines'> | undefined, figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(part?.headlines?.(figures) ?? figures).slice(0, headlinesMax),
  )
}

/**
 * Of what was measured in several cases the worst case, with its name behind it; other figures as they are.
 * @param pattern of the names, with `where` for the case and `what` for what was measured
 */
export function worstCases(figures: Figures, pattern: RegExp): Figures {
  const worst = new Map<string, Figures>()
  for (const [name, measured] of Object.entries(figures)) {
    const { what = name, where } = pattern.exec(name)?.groups ?? {}
    const [known] = Object.values(worst.get(what) ?? {})
    const told = where === undefined ? what : `${what} (${where})`
    if (worseOf(known, measured) !== known) worst.set(what, { [told]: measured })
  }
  return Object.assign({}, ...worst.values())
}

/** The so many worst of the figures in such a unit, the worst first; before them what is in another. */
export function worstInUnit(figures: Figures, unit: RegExp, count: number): Figures {
  const all = Object.entries(figures)
  const inUnit = all.filter(([, measured]) => unit.test(measured.unit))
  const others = all.filter(([, measured]) => !unit.test(measured.unit))
  return Object.fromEntries([
    ...others,
    ...inUnit.sort(([, a], [, b]) => b.value - a.value).slice(0, count),
  ])
}

/** How often each status was answered, told by the first digit of it; 500 alone, which only its code lets pass, and other figures as they are. */
export function statusesByClass(figures: Figures): Figures {
  const told: Figures = {}
  for (const [name, measured] of Object.entries(figures)) {
    const kind = /^[1-5]\d\d$/.test(name)
      ? `answers ${name === '500' ? '500, coded' : `${name[0]}xx`}`
      : name
    told[kind] = { ...measured, value: (told[kind]?.value ?? 0) + measured.value }
  }
  return told
}
