/**
 * The places in the sources that an operator's log names, from maps that are read when something is logged. tsx has Node
 * read the map of each file as that is loaded: of a built blog and of Next these are some 80 MB of memory, for the day on
 * which something fails.
 */
import { readFileSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import type { ModernSourceMapPayload } from 'next/dist/server/lib/source-maps'

/** What is known of a file, and the characters that its map has: 1 where it has none. */
type Known = { map: ModernSourceMapPayload | undefined; size: number }

/**
 * Those of one fault, and of another. Next keeps with each what it makes of it: of a million characters some tenths of a second's
 * work, and 5 MB, so that these are 80 MB. A fault that recurs is to find all of its own, however many files it went
 * through, and one that has been mended leaves nothing behind. Next asks for each place anew where there is none: that, too, is known.
 */
const kept = new LRUCache<string, Known>({
  max: 4_096,
  maxSize: 16_777_216,
  sizeCalculation: ({ size }) => size,
  ttl: 600_000,
  ttlAutopurge: true,
})

function readMap(url: string): Known {
  try {
    const [, name] = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(readFileSync(new URL(url), 'utf8')) ?? []
    if (name === undefined || name.startsWith('data:')) return { map: undefined, size: 1 }
    const text = readFileSync(new URL(name, url), 'utf8')
    // The sources themselves, which lie beside their names, stand in no log.
    const map: ModernSourceMapPayload = JSON.parse(text, (key, value: unknown) => (key === 'sourcesContent' ? undefined : value))
    return { map, size: text.length }
  } catch {
    // Without it the log names the place in what was built.
    return { map: undefined, size: 1 }
  }
}

/**
 * The map (ECMA-426) of a file that is run, as its last line names it.
 * @param url of the file, as `file:`
 * @returns undefined where it names none that can be read
 */
export function readSourceMap(url: string): ModernSourceMapPayload | undefined {
  if (!url.startsWith('file:')) return undefined
  const known = kept.get(url)
  if (known) return known.map
  const read = readMap(url)
  kept.set(url, read)
  return read.map
}

/** From now on Node reads no maps; of what was loaded before it keeps them. */
export function leaveSourceMaps(): void {
  process.setSourceMapsEnabled(false)
}

/** Next, which writes the traces, has the maps from here. (Once it is loaded: it makes its surroundings first.) */
export async function readSourceMapsLate(): Promise<void> {
  const { setBundlerFindSourceMapImplementation } = await import('next/dist/server/patch-error-inspect.js')
  setBundlerFindSourceMapImplementation(readSourceMap)
}
