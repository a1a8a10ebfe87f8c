import type { LossReason, SourceComment, SourcePage, SourceRecord } from './source-record'
import { parseSourceTime } from './source-time'

/** An object of a JSON file, or a row of a database. Its values can have any type. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns true for an object that is not a list. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns a value inside parsed JSON or a row; undefined if it is absent. Only own properties
 * count, so that a name such as `constructor` finds nothing else.
 */
export function fieldOf(value: unknown, ...names: string[]): unknown {
  let found = value
  for (const name of names) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = Reflect.get(found, name)
  }
  return found
}

/** Returns true if JSON text has all these keys, ignoring text inside strings. */
export function hasKeys(text: string, ...keys: string[]): boolean {
  const found = new Set([...text.matchAll(/"(\w+)"\s*:/g)].map(([, key]) => key))
  return keys.every((key) => found.has(key))
}

/**
 * Returns the value inside a list of one value, and inside the objects that stand for ids, numbers
 * and times in MongoDB's Extended JSON v2 and in LeanCloud's exports.
 */
function unwrap(value: unknown): unknown {
  let inner = value
  // `{ "$date": { "$numberLong": "…" } }` is the deepest form.
  for (let depth = 0; depth < 3; depth++) {
    if (Array.isArray(inner)) inner = inner[0]
    else if (isFields(inner))
      inner =
        inner.$oid ??
        inner.$date ??
        inner.$numberLong ??
        inner.$numberInt ??
        inner.$numberDouble ??
        inner.iso
  }
  return inner
}

/** Returns a string, number or boolean as text, and an empty string for any other value. */
export function textOf(value: unknown): string {
  const inner = unwrap(value)
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof inner) ? String(inner) : ''
}

/** Returns true for `true` and 1, also as strings. */
export const isSet = (value: unknown): boolean => /^(?:true|1)$/i.test(textOf(value))

/** Returns a number or numeric string as an integer that the database can store. */
export function countOf(value: unknown): number {
  const text = textOf(value)
  const number = isSet(text) ? 1 : Math.trunc(Number(text))
  return Number.isNaN(number) ? 0 : Math.max(-(2 ** 31) + 1, Math.min(2 ** 31 - 1, number || 0))
}

/** Returns a number of votes. */
export const voteCountOf = (value: unknown): number => Math.max(countOf(value), 0)

/** Parses a time as `parseSourceTime` does. */
export const timeOf = (value: unknown, timeZone: string) => parseSourceTime(unwrap(value), timeZone)

/** Returns the id of a parent; empty if there is none. */
export function parentIdOf(value: unknown): string {
  const id = textOf(value)
  return id === '0' || id === 'root' ? '' : id
}

/** Returns a net score as upvotes or downvotes. */
export function netVotes(score: number): {
  votes: { up: number; down: number }
  losses: LossReason[]
} {
  return {
    votes: { up: Math.max(score, 0), down: Math.max(-score, 0) },
    losses: score === 0 ? [] : ['votes-net'],
  }
}

/** Returns the e-mail address and the website of a comment's author, if there are any. */
export function contactOf(
  email: unknown,
  url: unknown,
): Pick<SourceComment, 'authorEmail' | 'authorUrl'> {
  const authorEmail = textOf(email)
  const authorUrl = textOf(url)
  return { ...(authorEmail && { authorEmail }), ...(authorUrl && { authorUrl }) }
}

/** Collects the facts about pages that the comments of a file contain. */
export class SourcePages {
  readonly #pages = new Map<string, SourcePage>()

  /** Returns a record of the page, whose id is the address; an empty list if nothing is new. */
  describe(address: string, title = '', isClosed = false): SourceRecord[] {
    const known = this.#pages.get(address)
    if (known && (known.title || !title) && (known.isClosed || !isClosed)) return []
    const page = {
      address,
      title: known?.title || title,
      isClosed: known?.isClosed || isClosed,
    }
    this.#pages.set(address, page)
    return [{ kind: 'page', id: address, page }]
  }
}
