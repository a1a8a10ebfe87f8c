import { diff3Merge } from 'node-diff3'

const linesOf = (text: string) => text.split(/\r?\n/)

/**
 * Merges two versions of a text by lines (three-way merge). Where both changed the same lines, mine
 * are used; where both added lines, both are.
 * @param base the version from which both began
 */
export function mergeTexts(base: string, mine: string, theirs: string): string {
  const regions = diff3Merge(linesOf(mine), linesOf(base), linesOf(theirs))
  return regions
    .flatMap(({ ok, conflict }) => {
      if (ok) return ok
      if (!conflict) return []
      return conflict.o.length > 0 ? conflict.a : [...conflict.a, ...conflict.b]
    })
    .join('\n')
}
