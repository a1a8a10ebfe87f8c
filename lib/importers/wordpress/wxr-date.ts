/** Parses a time of WordPress in UTC; undefined for zeros, which mean no time. */
export function wxrDate(text: string): Date | undefined {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(text.trim())
  if (!match || text.startsWith('0000')) return undefined
  const date = new Date(`${match[1]}T${match[2]}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}
