import { z } from 'zod'
import { parseCsv } from '@/lib/text/csv'
import { dayOf } from '@/lib/text/day'
import { slugOfUrl } from '@/lib/threads/thread-slug'

/**
 * Views of one page on one day from another counter. `path` begins with `/` or a host, or is a slug
 * from Afterword's own export.
 */
export type ExportedViews = { path: string; day: string; views: number }

/** Returns the value of a column. */
type Row = (column: string) => string

/** `reader` is set if each row is one view, so that a reader counts once a day. */
type ViewRecord = { path: string; host?: string; day: string; views: number; reader?: string }

type Format = {
  name: string
  columns: string[]
  /** Returns undefined if the row is not a page view. */
  read: (row: Row) => ViewRecord | undefined
}

const isTrue = (text: string) => text === '1' || text.toLowerCase() === 'true'

/** Known export formats, recognised by their columns. Visitors count rather than page views. */
const formats: Format[] = [
  {
    name: 'slug, day, views',
    columns: ['slug', 'day', 'views'],
    read: (row) => ({ path: row('slug'), day: row('day'), views: Number(row('views')) }),
  },
  {
    name: 'Plausible (imported_pages)',
    columns: ['date', 'page', 'visitors', 'pageviews'],
    read: (row) => ({
      path: row('page'),
      host: row('hostname'),
      day: row('date'),
      views: Number(row('visitors')),
    }),
  },
  {
    name: 'Umami (website_event)',
    columns: ['created_at', 'url_path', 'session_id'],
    // 1 is a page view, 2 a custom event.
    read: (row) =>
      row('event_type') === '2'
        ? undefined
        : {
            path: row('url_path'),
            host: row('hostname'),
            day: row('created_at'),
            views: 1,
            reader: row('session_id'),
          },
  },
  {
    name: 'GoatCounter',
    columns: ['Path', 'Event', 'Bot', 'Session', 'Date'],
    read: (row) =>
      isTrue(row('Event')) || !['', '0'].includes(row('Bot'))
        ? undefined
        : { path: row('Path'), day: row('Date'), views: 1, reader: row('Session') },
  },
]

/** Placeholder for an unknown host. */
const noHost = 'blog.invalid'

/**
 * Returns a decoded path without query and trailing slash, after its host if that is known. Returns
 * slugs unchanged.
 */
function pathOf({ path, host }: ViewRecord): string {
  if (!/^(?:\/|https?:\/\/)/i.test(path)) return path.normalize('NFC')
  const url = path.startsWith('/') ? `https://${host || noHost}${path}` : path
  const slug = slugOfUrl(url) ?? ''
  return slug.startsWith(`${noHost}/`) ? slug.slice(noHost.length) : slug
}

const firstDay = '1990-01-01'
/** Maximum of the `integer` column. */
const viewsMax = 2 ** 31 - 1

/** Figures start with the first day that has views: the year 20 would add thousands of days. */
const isDay = (text: string, at: Date) =>
  z.iso.date().safeParse(text).success && text >= firstDay && text <= dayOf(at, 1)

const isNumberOfViews = (views: number, before: number) =>
  Number.isInteger(views) && views >= 0 && before + views <= viewsMax

/**
 * Reads the export of another counter, or a list of slug, day and views. A row is unusable without
 * a path, a number of views or a day from 1990 to tomorrow, or if its day exceeds the maximum.
 * @returns the recognised format, sums by path and day, and the number of unusable rows
 * @throws SyntaxError if the text is not CSV or has no known columns
 */
export function readViewExport(
  text: string,
  at = new Date(),
): { format: string; views: ExportedViews[]; unusable: number } {
  const rows = parseCsv(text)
  // GoatCounter puts its format version before the first column name.
  const names = (rows.next().value ?? []).map((name: string) =>
    name.trim().replace(/^\d(?=Path$)/, ''),
  )
  const format = formats.find(({ columns }) => columns.every((column) => names.includes(column)))
  if (!format)
    throw new SyntaxError(
      'None of the columns is known: ' +
        `${formats.map(({ columns }) => columns.join(', ')).join('; or ')}.`,
    )
  const read = (fields: string[]) =>
    fields.length === 1 && fields[0] === ''
      ? undefined
      : format.read((name) => fields[names.indexOf(name)]?.trim() ?? '')
  return { format: format.name, ...sumByDay(rows, read, at) }
}

/** Adds up the views by path and day. With readers, each counts once. */
function sumByDay(
  rows: Iterable<string[]>,
  read: (fields: string[]) => ViewRecord | undefined,
  at: Date,
): { views: ExportedViews[]; unusable: number } {
  const sums = new Map<string, ExportedViews>()
  const readers = new Set<string>()
  let unusable = 0
  for (const fields of rows) {
    const record = read(fields)
    if (!record) continue
    const { views, reader } = record
    const path = pathOf(record)
    const day = record.day.slice(0, 10)
    const key = JSON.stringify([path, day])
    const sum = sums.get(key) ?? { path, day, views: 0 }
    const isKnown = reader !== undefined && readers.has(key + reader)
    if (path === '' || !isDay(day, at) || !isNumberOfViews(views, sum.views)) unusable++
    else if (!isKnown) {
      sum.views += views
      sums.set(key, sum)
      readers.add(key + reader)
    }
  }
  return { views: [...sums.values()], unusable }
}
