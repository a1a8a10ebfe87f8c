import type { Archive } from '@/lib/posts/reading/list-archive'

/** Where all posts of a year are listed, or those of a month of a crowded one; without either, those of the newest. */
export function archivePath(year?: number, month?: number): string {
  if (year === undefined) return '/archive'
  return month === undefined ? `/archive/${year}` : `/archive/${year}/${String(month).padStart(2, '0')}`
}

/** The one address of a year: the newest is what the archive shows without one. */
export function pathOfYear({ years }: Pick<Archive, 'years'>, year: number): string {
  return archivePath(year === years[0]?.year ? undefined : year)
}

/** The one address of a month of the crowded year that is shown: the newest is what the year shows without one. */
export function pathOfMonth(archive: Pick<Archive, 'years' | 'months'>, year: number, month: number): string {
  return month === archive.months[0]?.month ? pathOfYear(archive, year) : archivePath(year, month)
}
