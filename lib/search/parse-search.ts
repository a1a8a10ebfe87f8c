import { cutWords } from './cut-words'
import { termsMax } from './search'

/** A word, or words in a row. */
export type SearchTerm = {
  text: string
  /** Whether posts with it are left out. */
  isExcluded: boolean
  /** Whether words that begin with it are found, too. */
  isPrefix: boolean
  isPhrase: boolean
}

/** One of several ways to be found: a post has all its terms. */
export type SearchClause = SearchTerm[]

/** `-"a phrase"`, `"a phrase"`, `-word`, `word`. A quotation mark without its twin reaches to the end. */
const token = /(-?)"([^"]*)(?:"|$)|(\S+)/gu

/** Quotation marks as people and their phones write them. */
const quotes = /[\u201c\u201d\u201e\u201f\u00ab\u00bb\uff02]/g

function hasWords(text: string): boolean {
  return !cutWords(text).next().done
}

/** One letter begins too many words to mean any of them. */
function isLong(text: string): boolean {
  const [word] = cutWords(text)
  return word !== undefined && word.folded.length > 1
}

function toTerm([, phraseMinus = '', phrase, word = '']: RegExpMatchArray): SearchTerm {
  if (phrase !== undefined)
    return { text: phrase, isExcluded: phraseMinus === '-', isPrefix: false, isPhrase: true }
  const isExcluded = /^-[^-]/.test(word)
  return { text: isExcluded ? word.slice(1) : word, isExcluded, isPrefix: false, isPhrase: false }
}

/**
 * What a search asks for, in the marks that people know from elsewhere: words that all must stand in a post, `"words in a
 * row"`, `-without`, and `OR` between two. The last word may be one that is still being typed.
 *
 * @returns the ways to be found; empty where there is no word to look for
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
    if (!hasWords(term.text)) continue
    if (++count > termsMax) break
    clauses.at(-1)?.push(term)
  }
  const last = clauses.at(-1)?.at(-1)
  if (last && !last.isPhrase && !last.isExcluded && isLong(last.text) && !/\s$/u.test(typed))
    last.isPrefix = true
  // Who only says what is not wanted has asked for nothing.
  return clauses.filter((clause) => clause.some(({ isExcluded }) => !isExcluded))
}
