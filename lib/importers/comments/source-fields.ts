import type {
  LossReason,
  ReadOptions,
  SourceComment,
  SourcePage,
  SourceRecord,
  SourceStatus,
} from './source-record'
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
 * The keys of objects that represent ids, numbers and times in MongoDB Extended JSON v2 and in
 * LeanCloud exports.
 */
const wrappers = ['$oid', '$date', '$numberLong', '$numberInt', '$numberDouble', 'iso']

/** Returns the value inside a one-element list or such an object. */
function unwrap(value: unknown): unknown {
  let inner = value
  // `{ "$date": { "$numberLong": "…" } }` is the deepest form.
  for (let depth = 0; depth < 3; depth++) {
    if (Array.isArray(inner)) inner = inner[0]
    else if (isFields(inner))
      inner = wrappers.map((key) => fieldOf(inner, key)).find((found) => found != null)
  }
  return inner
}

/** Returns a string, number or boolean as text, and an empty string for any other value. */
export function textOf(value: unknown): string {
  const inner = unwrap(value)
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof inner) ? String(inner) : ''
}

/** Returns true for `true` and 1, including as strings. */
export const isSet = (value: unknown): boolean => /^(?:true|1)$/i.test(textOf(value))

/** Returns a number or numeric string as an integer that the database can store. */
export function countOf(value: unknown): number {
  const text = textOf(value)
  const number = isSet(text) ? 1 : Math.trunc(Number(text))
  return Number.isNaN(number) ? 0 : Math.max(-(2 ** 31) + 1, Math.min(2 ** 31 - 1, number || 0))
}

/** Returns a number of votes. */
export const voteCountOf = (value: unknown): number => Math.max(countOf(value), 0)

/** A time, and whether its zone was guessed. */
type Time = ReturnType<typeof parseSourceTime>

/** An object in an export, with its place. The methods accept values of any type. */
export class Row {
  constructor(
    readonly value: unknown,
    readonly place: string,
    readonly options: ReadOptions,
  ) {}

  get(...path: string[]): unknown {
    return fieldOf(this.value, ...path)
  }

  text(...path: string[]): string {
    return textOf(this.get(...path))
  }

  /** Returns the first of the given fields that is not empty. */
  first(...names: string[]): string {
    return names.map((name) => this.text(name)).find((text) => text !== '') ?? ''
  }

  isSet(...path: string[]): boolean {
    return isSet(this.get(...path))
  }

  count(...path: string[]): number {
    return countOf(this.get(...path))
  }

  votes(...path: string[]): number {
    return voteCountOf(this.get(...path))
  }

  /** Parses the first of the given paths that leads to a time (`parseSourceTime`). */
  time(...paths: (string | string[])[]): Time {
    const times = paths.map((path) =>
      parseSourceTime(unwrap(this.get(...[path].flat())), this.options.timeZone),
    )
    return times.find(({ date }) => date) ?? { date: undefined, losses: [] }
  }
}

/** The facts about a comment that readers return. Missing strings are empty. */
export type CommentFacts = Omit<SourceComment, 'place' | 'status' | 'createdAt' | 'votes'> & {
  /** Undefined if it is unknown. */
  status: SourceStatus | undefined
  createdAt: Time | Date | undefined
  /** The votes, or a net score. */
  votes?: SourceComment['votes'] | number
}

/** Returns the record of a comment, with the losses that follow from its facts. */
export function commentRecord(place: string, facts: CommentFacts): SourceRecord {
  const { parentId, status, createdAt, votes } = facts
  const time = createdAt && 'date' in createdAt ? createdAt : { date: createdAt, losses: [] }
  const losses = [...(facts.losses ?? []), ...time.losses]
  if (typeof votes === 'number' && votes !== 0) losses.push('votes-net')
  if (!status) losses.push('status-unknown')
  const comment: SourceComment = {
    ...facts,
    place,
    parentId: ['0', 'root'].includes(parentId) ? '' : parentId,
    status: status ?? 'pending',
    createdAt: time.date,
    authorEmail: facts.authorEmail || undefined,
    authorUrl: facts.authorUrl || undefined,
    anchor: facts.anchor || undefined,
    votes:
      typeof votes === 'number' ? { up: Math.max(votes, 0), down: Math.max(-votes, 0) } : votes,
    losses,
  }
  return { kind: 'comment', comment }
}

export type LossRecord = Extract<SourceRecord, { kind: 'loss' }>

/** Returns the record of a loss that concerns the given ids, by default only the place. */
export const lossRecord = (
  reason: LossReason,
  place: string,
  note?: string,
  ids = [place],
): LossRecord => ({
  kind: 'loss',
  loss: { reason, ids, place, ...(note !== undefined && { note }) },
})

/** Returns the records of a comment and its page. The page's address is its id. */
export const withPage = (
  { place }: Row,
  facts: CommentFacts,
  page: Pick<SourcePage, 'title' | 'isClosed'> = {},
): SourceRecord[] => [
  { kind: 'page', id: facts.pageId, page: { address: facts.pageId, ...page } },
  commentRecord(place, facts),
]
