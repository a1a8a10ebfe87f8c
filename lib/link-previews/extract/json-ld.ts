import { describeThings, isThing, type StructuredData, type Thing } from './structured-data'

const thingsMax = 1_000
const depthMax = 8

function parse(block: string): unknown {
  // Repair the most common faults: raw line breaks in strings, and comment or CDATA marks around
  // the block.
  const text = block
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll('<![CDATA[', '')
    .replaceAll(']]>', '')
  try {
    return JSON.parse(
      text.slice(text.search(/[[{]/), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1),
    )
  } catch (error) {
    // Broken JSON on a third-party page is expected, so ignore it without logging.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const inner = ['@graph', 'mainEntity', 'mainEntityOfPage', 'isPartOf']

/** Returns the things of all blocks in document order, each before those inside it. */
function collectThings(blocks: readonly string[]): Thing[] {
  const things: Thing[] = []
  const visit = (value: unknown, depth: number): void => {
    if (depth > depthMax || things.length >= thingsMax) return
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1)
    if (!isThing(value)) return
    things.push(value)
    for (const name of inner) visit(value[name], depth + 1)
  }
  for (const block of blocks) visit(parse(block), 0)
  return things
}

/** Reads JSON-LD blocks. Ignores those that are broken, nested too deeply or too long. */
export function readJsonLd(blocks: readonly string[]): StructuredData {
  return describeThings(collectThings(blocks))
}
