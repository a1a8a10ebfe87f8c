import { termsMax } from './search'
import { splitWords } from './split-words'

/**
 * A word, or a phrase. `isExcluded` excludes posts that contain it. `isPrefix` also matches words
 * that begin with it.
 */
export type SearchTerm = ReturnType<typeof toTerm>

/** One of several alternatives. A post must match all its terms. */
export type SearchClause = SearchTerm[]

/** `-"a phrase"`, `"a phrase"`, `-word`, `word`. An unclosed quotation mark extends to the end. */
const token = /(-?)"([^"]*)(?:"|$)|(\S+)/gu

/** Typographic quotation marks. */
const quotes = /[\u201c\u201d\u201e\u201f\u00ab\u00bb\uff02]/g

/** Returns the length of the first word of a text, 0 if it has none. */
function firstWordLength(text: string): number {
  const [word] = splitWords(text)
  return word?.folded.length ?? 0
}

function toTerm([, phraseMinus = '', phrase, word = '']: RegExpMatchArray) {
  if (phrase !== undefined)
    return { text: phrase, isExcluded: phraseMinus === '-', isPrefix: false, isPhrase: true }
  const isExcluded = /^-[^-]/.test(word)
  return { text: isExcluded ? word.slice(1) : word, isExcluded, isPrefix: false, isPhrase: false }
}

/**
 * Parses a search query in the common syntax: words that must all occur, `"exact phrases"`,
 * `-excluded`, and `OR`. The last word may be a prefix, because it may still be incomplete.
 *
 * @returns the alternatives; empty if there is no word to search for
 */
export function parseSearch(typed: string): SearchClause[] {
  const clauses: SearchClause[] = [[]]
  let count = 0
  for (const match of typed.replaceAll(quotes, '"').matchAll(token)) {
    if (match[0] === 'OR') {
      clauses.push([])
      continue
    }
    const term = toTerm(match)
    if (firstWordLength(term.text) === 0) continue
    if (++count > termsMax) break
    clauses.at(-1)?.push(term)
  }
  const last = clauses.at(-1)?.at(-1)
  // One letter would match too many words.
  const isLongEnough = last && firstWordLength(last.text) > 1
  if (isLongEnough && !last.isPhrase && !last.isExcluded && !/\s$/u.test(typed))
    last.isPrefix = true
  // A clause of only excluded terms matches nothing.
  return clauses.filter((clause) => clause.some(({ isExcluded }) => !isExcluded))
}
