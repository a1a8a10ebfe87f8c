import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isReservedSegment } from './reserved-segments'

/** The first segments of all routes, public files, rewrites and redirects. */
function listFirstSegments(): string[] {
  const folders = (folder: string) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  const config = readFileSync('next.config.ts', 'utf8')
  const sources = [...config.matchAll(/source: '\/([^'/]+)/g)].map(([, first = '']) => first)
  return [
    ...folders('app').filter((name) => !name.startsWith('(')),
    ...folders('app/(blog)'),
    ...readdirSync('public'),
    // `:feed(feed.xml|atom.xml)` stands for several names.
    ...sources.flatMap((source) => /\((.+)\)/.exec(source)?.[1]?.split('|') ?? [source]),
  ].filter((name) => !/^[[:]/.test(name))
}

test('a page cannot have the first segment of another path as its slug', () => {
  const segments = listFirstSegments()
  for (const name of ['admin', 'search', 'feed.xml', 'desk']) expect(segments).toContain(name)
  expect(segments.filter((name) => !isReservedSegment(name))).toEqual([])
  for (const slug of ['Admin', 'wp-login.php', '404']) expect(isReservedSegment(slug)).toBe(true)
  for (const slug of ['about', 'tag', 'über-uns']) expect(isReservedSegment(slug)).toBe(false)
})
