import type { Translate } from '@/lib/i18n/translator'
import { isImportedDespite, type LossReason, type SourceLoss } from './source-record'

/** The result of an import. */
export class ImportReport {
  importId: number | undefined
  format = ''
  /** The number of records in the files, including damaged ones. */
  read = 0
  added = 0
  changed = 0
  unchanged = 0
  threads = 0
  newThreads = 0
  /** Hosts of sites that were added, whose pages may then write comments. */
  newSites: string[] = []
  lost: { reason: LossReason; isImported: boolean; count: number; examples: SourceLoss[] }[] = []
  /** Number of pages that match no thread. */
  unmatchedPages = 0
  /** The first of them, with the number of their comments. */
  unmatched: { address: string; comments: number }[] = []
  /** Files of a folder or archive that no reader recognises. */
  ignoredFiles: string[] = []
}

/** The number of comments read so far, and of comments in completed threads. */
export type ImportProgress = { read: number; done: number; total: number | undefined }

/**
 * A line of the response to an import. The progress of an import of posts is their number. The last
 * line has a report or an error.
 */
export type ImportLine<Report> =
  | { progress: ImportProgress | number }
  | { report: Report }
  | { error: string }

/**
 * Returns a string without the characters that PostgreSQL refuses, and other control characters.
 */
export const storable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '')

/** Examples of each loss, and unmatched pages, in the report. */
const examplesMax = 20
const unmatchedMax = 1_000

/** Counts a loss in a report. Returns the loss in the form in which it can be stored. */
export function addLoss(
  { lost }: ImportReport,
  { reason, ids, place, note }: SourceLoss,
): SourceLoss {
  const loss: SourceLoss = {
    reason,
    ids: ids.map(storable),
    place: storable(place),
    ...(note !== undefined && { note: storable(note) }),
  }
  let known = lost.find((other) => other.reason === reason)
  if (!known) {
    known = { reason, isImported: isImportedDespite(reason), count: 0, examples: [] }
    lost.push(known)
  }
  known.count += Math.max(1, ids.length)
  if (known.examples.length < examplesMax) known.examples.push(loss)
  return loss
}

/** Counts a page without a thread in a report. */
export function addUnmatched(report: ImportReport, address: string, comments: number): void {
  report.unmatchedPages++
  if (report.unmatched.length < unmatchedMax)
    report.unmatched.push({ address: storable(address), comments })
}

/** Places in files, such as `line 12`, `issue 3, comment IC_1` and `after comment 12`. */
const places = /^(?:after )?(line|record|issue|discussion|comment) (\S+?)(?:, comment (\S+))?$/

/** Returns a place in a file as text. */
export function placeText({ place }: { place: string }, t: Translate<'commentImport'>): string {
  const [, kind = '', number, comment] = places.exec(place) ?? []
  if (number === undefined) return place
  const outer = t('place', { kind, number })
  return comment ? `${outer}, ${t('place', { kind: 'comment', number: comment })}` : outer
}

/** Returns an example of a loss as text: the id of the comment and its place. */
export function exampleText(loss: SourceLoss, t: Translate<'commentImport'>): string {
  const id = loss.ids.join(', ')
  const place = placeText(loss, t)
  return id === '' || id === loss.place ? place : `${id} (${place})`
}
