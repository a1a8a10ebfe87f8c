import type { PartReport } from './report'

/** Beside each part of the proof that a page cites, says in which form it was last recorded: small and once, or in full. */
export function markSizes(text: string, reports: Pick<PartReport, 'name' | 'size'>[]): string {
  const sizes = new Map(reports.map(({ name, size }) => [name, size]))
  return text.replaceAll(/`([a-z-]+)`(?: \((?:short|full)\))?/g, (cited, name: string) => {
    const size = sizes.get(name)
    return size ? `\`${name}\` (${size})` : cited
  })
}
