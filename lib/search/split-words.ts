/**
 * Splits text into words as the database does for its index (see the migration `searching_posts`).
 * The database finds posts; this code marks the matches in them.
 */

/** Characters of scripts without spaces between words, Korean characters, and emoji. */
const unspaced =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u2600-\\u27bf\\u3005-\\u3007\\u3040-\\u309f' +
  '\\u30a1-\\u30fa\\u30fc-\\u312f\\u31a0-\\u31bf\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff' +
  '\\uac00-\\ud7a3\\uf900-\\ufaff\\u{1f000}-\\u{1faff}\\u{20000}-\\u{3134f}'

/** Invisible characters that join their neighbours. */
const invisible = '\\u00ad\\u200c-\\u200f\\u2060'

// recheck-ignore: it does not know the flag “v”. Two runs of characters, and no character begins
// both.
const run = new RegExp(
  `[${unspaced}][${unspaced}\\u3099\\u309a\\ufe0f${invisible}]*|` +
    `[[\\p{L}\\p{N}\\p{M}${invisible}]--[${unspaced}]]+`,
  'gv',
)
// recheck-ignore: one character at the start, without a repeat.
const unspacedRun = new RegExp(`^[${unspaced}]`, 'u')
const plain = /^[a-z0-9]+$/

/** Accents, and optional Hebrew vowel signs. */
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g

/** Optional Arabic vowel signs. */
const arabicVowels = /[\u0610-\u061a\u064b-\u065f\u0670]/g

/** Variation selectors, and characters that are invisible or only stretch a word. */
const fillers = /[\ufe00-\ufe0f]|[\u00ad\u0640\u200c-\u200f\u2060]/g

/**
 * Folds words to one spelling that readers consider equal: without accents, capitals and
 * compatibility forms.
 */
function foldWord(word: string): string {
  // Fast path: most words are plain ASCII.
  if (plain.test(word)) return word
  const lower = word.normalize('NFKC').toLowerCase()
  const letters = [accents, arabicVowels, fillers].reduce(
    (text, marks) => text.replaceAll(marks, ''),
    lower.normalize('NFD'),
  )
  return letters.normalize('NFC').replaceAll('ς', 'σ')
}

/**
 * A word and its position in a text, or a run of a script without spaces. Offsets are in UTF-16
 * units.
 */
export type WordSpan = { start: number; end: number; folded: string; isUnspaced: boolean }

/** Yields the words of a text in order, so that a caller can stop early. */
export function* splitWords(text: string): Generator<WordSpan> {
  for (const match of text.matchAll(run)) {
    const [word] = match
    const folded = foldWord(word)
    if (folded !== '')
      yield {
        start: match.index,
        end: match.index + word.length,
        folded,
        isUnspaced: unspacedRun.test(word),
      }
  }
}

/** Returns the folded form of a single word; undefined for several words or unspaced scripts. */
export function foldSingleWord(text: string): string | undefined {
  const [word, ...others] = splitWords(text)
  return word && others.length === 0 && !word.isUnspaced ? word.folded : undefined
}
