import 'server-only'
import { query } from '@/lib/db'
import { cutWords } from './cut-words'
import { editDistance } from './edit-distance'

/** Words that take the place of one mistyped. */
const similarMax = 5

/** Shorter words have too many neighbours. */
const lettersMin = 4

/** Whether a word may be what somebody meant to type: one slip in a short word, two in a long one, or another ending. */
function mayBeMeant(typed: string, word: string): boolean {
  const stem = Math.max(lettersMin, Math.ceil(typed.length * 0.6))
  if (word.length >= stem && typed.startsWith(word)) return true
  return editDistance(typed, word) <= (typed.length < 6 ? 1 : 2)
}

/**
 * Words of public posts that look like one which no post has, the nearest first; empty where none does.
 * @throws DatabaseAway
 */
export async function findSimilarWords(typed: string): Promise<string[]> {
  const [word, ...others] = cutWords(typed)
  if (!word || others.length > 0 || word.isUnparted || word.folded.length < lettersMin || word.folded.length > 40) return []
  const rows = await query(
    (client) => client.$queryRaw<{ word: string }[]>`
      SELECT word FROM post_words_like(${word.folded}) AS word
       WHERE EXISTS (SELECT 1 FROM posts WHERE search @@ search_term(word, false) AND NOT draft AND published_at <= now())`,
  )
  const meant = rows.filter((row) => mayBeMeant(word.folded, row.word))
  const nearest = meant.map((row) => ({ word: row.word, distance: editDistance(word.folded, row.word) }))
  return nearest
    .sort((one, other) => one.distance - other.distance)
    .slice(0, similarMax)
    .map((row) => row.word)
}
