/** Where all posts of a year are listed; without one, those of the newest. */
export function archivePath(year?: number): string {
  return year === undefined ? '/archive' : `/archive/${year}`
}
