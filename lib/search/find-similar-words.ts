import 'server-only'
import { query } from '@/lib/db/client'
import { foldSingleWord } from './cut-words'

/**
 * How many letters were missed, added, changed or swapped with their neighbours between two words: their optimal string
 * alignment distance (Boytsov 2011, “Indexing methods for approximate dictionary searching”, 2.1).
 */
export function editDistance(one: string, other: string): number {
  const [from, to] = [[...one], [...other]]
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [row, letter] of from.entries()) {
    const current = [row + 1]
    for (const [column, against] of to.entries()) {
      const changed = (last[column] ?? 0) + (letter === against ? 0 : 1)
      const missed = Math.min(last[column + 1] ?? 0, current[column] ?? 0) + 1
      const isSwapped =
        row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === against
      const swapped = isSwapped ? (beforeLast[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      current.push(Math.min(changed, missed, swapped))
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}

/** Words that take the place of one mistyped. */
const similarMax = 5

/** Letters that a word must have to be compared: in a shorter one every typing error makes another word. */
const lettersMin = 5

/** Words of one search that are compared with those of posts: each reads an index of its own. */
const comparedMax = 4

/** Returns whether a word may be what the reader meant: one typing error, two in a long word, or another ending. */
function mayBeMeant(typed: string, word: string): boolean {
  const stem = Math.max(lettersMin, Math.ceil(typed.length * 0.6))
  if (word.length >= stem && typed.startsWith(word)) return true
  return editDistance(typed, word) <= (typed.length < 8 ? 1 : 2)
}

/** Returns a typed word as the words of posts are spelled, or undefined if it cannot be compared with them. */
function comparable(typed: string): string | undefined {
  const folded = foldSingleWord(typed)
  return folded !== undefined && folded.length >= lettersMin && folded.length <= 40
    ? folded
    : undefined
}

function nearest(typed: string, words: string[]): string[] {
  return words
    .filter((word) => mayBeMeant(typed, word))
    .map((word) => ({ word, distance: editDistance(typed, word) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, similarMax)
    .map(({ word }) => word)
}

/**
 * Words of public posts that look like ones which no post has. However many were typed, it is one statement, and looks at
 * the first few.
 *
 * @returns by each word as it was typed, those that look like it, the nearest first; nothing for one without any
 * @throws DatabaseUnavailable
 */
export async function findSimilarWords(typed: string[]): Promise<Map<string, string[]>> {
  const asked = typed.flatMap((text) => {
    const folded = comparable(text)
    return folded === undefined ? [] : [{ text, folded }]
  })
  const compared = [...new Set(asked.map(({ folded }) => folded))].slice(0, comparedMax)
  if (compared.length === 0) return new Map()
  const rows = await query(
    (client) => client.$queryRaw<{ typed: string; words: string[] }[]>`
      SELECT typed, ARRAY(SELECT post_words_like(typed)) AS words FROM unnest(${compared}::text[]) AS typed`,
  )
  const similar = new Map(rows.map((row) => [row.typed, nearest(row.typed, row.words)]))
  return new Map(
    asked.flatMap(({ text, folded }) => {
      const words = similar.get(folded) ?? []
      return words.length === 0 ? [] : [[text, words] as const]
    }),
  )
}
