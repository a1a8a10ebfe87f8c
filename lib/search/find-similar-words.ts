import 'server-only'
import { queryReplicaRows } from '@/lib/db/replica'
import { foldSingleWord } from './split-words'

/**
 * Returns the number of insertions, deletions, substitutions and transpositions of adjacent letters
 * between two words. This is their optimal string alignment distance (Boytsov 2011, “Indexing
 * methods for approximate dictionary searching”, 2.1).
 */
export function editDistance(one: string, other: string): number {
  const from = [...one]
  const to = [...other]
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

/** The maximum number of replacements for a mistyped word. */
const similarMax = 5

/**
 * The minimum length of a word that is compared. In a shorter word, most typing errors produce
 * another word.
 */
const lettersMin = 5
const lettersMax = 40

/**
 * The number of words of a search that are compared with the words of posts. Each needs its own
 * index scan.
 */
const comparedMax = 4

/**
 * Returns whether a word may be the intended one: it differs by one typing error, by two in a long
 * word, or by its ending.
 */
function isSimilar(typed: string, word: string, distance: number): boolean {
  const stem = Math.max(lettersMin, Math.ceil(typed.length * 0.6))
  return (word.length >= stem && typed.startsWith(word)) || distance <= (typed.length < 8 ? 1 : 2)
}

function nearest(typed: string, words: string[]): string[] {
  return words
    .map((word) => ({ word, distance: editDistance(typed, word) }))
    .filter(({ word, distance }) => isSimilar(typed, word, distance))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, similarMax)
    .map(({ word }) => word)
}

/**
 * Returns words of public posts that are similar to words without any match. Runs one statement,
 * which compares only the first few words.
 *
 * @returns similar words by the word as it was typed, the nearest first; empty if there are none
 * @throws DatabaseUnavailable
 */
export async function findSimilarWords(typed: string[]): Promise<Map<string, string[]>> {
  const folded = typed.map((text) => foldSingleWord(text) ?? '')
  const compared = [...new Set(folded)]
    .filter(({ length }) => length >= lettersMin && length <= lettersMax)
    .slice(0, comparedMax)
  if (compared.length === 0) return new Map()
  const rows = await queryReplicaRows<{ typed: string; words: string[] }>`
    SELECT typed, ARRAY(SELECT post_words_like(typed)) AS words
      FROM unnest(${compared}::text[]) AS typed`
  const similar = new Map(rows.map((row) => [row.typed, nearest(row.typed, row.words)]))
  return new Map(typed.map((text, index) => [text, similar.get(folded[index] ?? '') ?? []]))
}
