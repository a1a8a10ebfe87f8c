import { diff3Merge } from 'node-diff3'

const linesOf = (text: string) => text.split(/\r?\n/)

/**
 * Merges two versions of a text by lines (three-way merge). Where both changed the same line, mine
 * is used; where both added lines, both are.
 * @param base the version from which both began
 */
export function mergeTexts(base: string, mine: string, theirs: string): string {
  const regions = diff3Merge(linesOf(mine), linesOf(base), linesOf(theirs))
  return regions.flatMap(({ ok, conflict }) => ok ?? (conflict ? resolve(conflict) : [])).join('\n')
}

type Conflict = NonNullable<ReturnType<typeof diff3Merge<string>>[number]['conflict']>

/** Merges neighbouring lines, which diff3 always reports as a conflict. `a` is mine. */
function resolve({ a, o, b }: Conflict): string[] {
  const beginsWithBase = (lines: string[]) => o.every((line, index) => line === lines[index])
  if (beginsWithBase(b)) return [...a, ...b.slice(o.length)]
  if (beginsWithBase(a)) return [...b, ...a.slice(o.length)]
  if (a.length !== o.length || b.length !== o.length) return a
  return a.map((line, index) => (line === o[index] ? (b[index] ?? line) : line))
}
