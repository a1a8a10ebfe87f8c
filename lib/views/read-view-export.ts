import { dayMs } from '@/lib/text/day'
import { parseCsv } from '@/lib/text/parse-csv'

/** Views of one post on one day, as another counter knew them. */
export type ExportedViews = { slug: string; day: string; views: number }

/** What a row says, by the names of its columns. */
type Row = (column: string) => string

type Format = {
  name: string
  columns: string[]
  /** Undefined for what is no look at a page. `reader` is named where each row is one look: a reader counts once a day. */
  read: (row: Row) => { path: string; day: string; views: number; reader?: string } | undefined
}

const isTrue = (text: string) => text === '1' || text.toLowerCase() === 'true'

/** The exports that are known, each by the columns it has. Where one tells readers from page views, its readers count. */
const formats: Format[] = [
  {
    name: 'slug, day, views',
    columns: ['slug', 'day', 'views'],
    read: (row) => ({ path: row('slug'), day: row('day'), views: Number(row('views')) }),
  },
  {
    name: 'Plausible (imported_pages)',
    columns: ['date', 'page', 'visitors', 'pageviews'],
    read: (row) => ({ path: row('page'), day: row('date'), views: Number(row('visitors')) }),
  },
  {
    name: 'Umami (website_event)',
    columns: ['created_at', 'url_path', 'session_id'],
    // 1 is a page view, 2 an event of the site's own.
    read: (row) =>
      row('event_type') === '2'
        ? undefined
        : { path: row('url_path'), day: row('created_at'), views: 1, reader: row('session_id') },
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

/** The last part of a path is what a post is called, wherever posts stood. */
function slugOf(path: string): string | undefined {
  const [bare = ''] = path.split(/[?#]/, 1)
  const last = bare.split('/').filter(Boolean).at(-1) ?? ''
  try {
    return decodeURIComponent(last).normalize('NFC') || undefined
  } catch {
    return undefined
  }
}

/** Before there were web pages nobody looked at one; and where it is latest, tomorrow has begun. */
const firstDay = '1990-01-01'
/** What the column of a day of a post holds. */
export const viewsMax = 2 ** 31 - 1

/** Figures are drawn from the first day that has any: one of the year 20 would make it hundreds of thousands of days. */
function isDay(text: string, at: Date): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return (
    !Number.isNaN(time) &&
    new Date(time).toISOString().startsWith(text) &&
    text >= firstDay &&
    time <= at.getTime() + dayMs
  )
}

/**
 * Reads what another counter exported, or a list of slug, day and views.
 * @returns the format that was recognised, sums by slug and day, and how many rows said nothing that could be used: no path,
 * no day from 1990 to tomorrow, or no number, or more views than a day of a post can have
 * @throws SyntaxError for what is no CSV, or has none of the known columns
 */
export function readViewExport(
  text: string,
  at = new Date(),
): { format: string; views: ExportedViews[]; unusable: number } {
  const rows = parseCsv(text)
  // GoatCounter writes the version of its format before the first name.
  const names = (rows.next().value ?? []).map((name: string) =>
    name.trim().replace(/^\d(?=Path$)/, ''),
  )
  const format = formats.find(({ columns }) => columns.every((column) => names.includes(column)))
  if (!format)
    throw new SyntaxError(
      `Of the columns none are known: ${formats.map(({ columns }) => columns.join(', ')).join('; or ')}.`,
    )
  const sums = new Map<string, ExportedViews>()
  const readers = new Set<string>()
  let unusable = 0
  for (const fields of rows) {
    if (fields.length === 1 && fields[0] === '') continue
    const row = format.read((column) => fields[names.indexOf(column)]?.trim() ?? '')
    if (!row) continue
    const [slug, day] = [slugOf(row.path), row.day.slice(0, 10)]
    const key = JSON.stringify([slug, day])
    const sum = sums.get(key) ?? { slug: slug ?? '', day, views: 0 }
    if (
      !slug ||
      !isDay(day, at) ||
      !Number.isInteger(row.views) ||
      row.views < 0 ||
      sum.views + row.views > viewsMax
    ) {
      unusable++
      continue
    }
    if (row.reader !== undefined) {
      const reader = `${key}${row.reader}`
      if (readers.has(reader)) continue
      readers.add(reader)
    }
    sum.views += row.views
    sums.set(key, sum)
  }
  return { format: format.name, views: [...sums.values()], unusable }
}
