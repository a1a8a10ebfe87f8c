/**
 * The places in the sources that an operator's log names, from maps that are read when something is logged. tsx has Node
 * read the map of each file as that is loaded: of a built blog and of Next these are some 80 MB of memory, for the day on
 * which something fails.
 */
import { readFileSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import type { ModernSourceMapPayload } from 'next/dist/server/lib/source-maps'

/**
 * Those of one fault, and of another. Next keeps with each what it makes of it, a tenth of a second's work and 10 MB for
 * a large one: a fault that recurs is to find it, and one that has been mended leaves nothing behind.
 */
const kept = new LRUCache<string, ModernSourceMapPayload>({ max: 8, ttl: 600_000, ttlAutopurge: true })

/**
 * The map (ECMA-426) of a file that is run, as its last line names it.
 * @param url of the file, as `file:`
 * @returns undefined where it names none that can be read
 */
export function readSourceMap(url: string): ModernSourceMapPayload | undefined {
  const known = kept.get(url)
  if (known || !url.startsWith('file:')) return known
  try {
    const [, name] = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(readFileSync(new URL(url), 'utf8')) ?? []
    if (name === undefined || name.startsWith('data:')) return undefined
    // The sources themselves, which lie beside their names, stand in no log.
    const map: ModernSourceMapPayload = JSON.parse(readFileSync(new URL(name, url), 'utf8'), (key, value: unknown) =>
      key === 'sourcesContent' ? undefined : value,
    )
    kept.set(url, map)
    return map
  } catch {
    // Without it the log names the place in what was built.
    return undefined
  }
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
