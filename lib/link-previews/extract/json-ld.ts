import { describeThings, isThing, type StructuredData, type Thing } from './structured-data'

const thingsMax = 1_000
const depthMax = 8

function parse(block: string): unknown {
  // The commonest faults: raw line breaks inside strings, and comment or CDATA marks around it all.
  const text = block
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll('<![CDATA[', '')
    .replaceAll(']]>', '')
  try {
    return JSON.parse(
      text.slice(text.search(/[[{]/), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1),
    )
  } catch (error) {
    // Broken JSON on a stranger's page is no fault of ours, and says nothing.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Where one thing tells of another that matters to the page. */
const inner = ['@graph', 'mainEntity', 'mainEntityOfPage', 'isPartOf']

/** The things of all blocks in document order: arrays and graphs opened, each thing before those inside it. */
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

/** Reads the JSON-LD blocks of a page. Never throws: what is broken, too deep or too much says nothing. */
export function readJsonLd(blocks: readonly string[]): StructuredData {
  return describeThings(collectThings(blocks))
}
