/** A thing that structured data tells of, as pages write it: properties by their short names (https://schema.org). */
type Thing = Record<string, unknown>

/** What structured data says of the page; `""` where it says nothing. */
export type StructuredData = { title: string; description: string; image: string; siteName: string }

const thingsMax = 1_000
const depthMax = 8

/** Things whose name is the page's title, where none has a headline. */
const named =
  /^(?:Product|VideoObject|Recipe|Event|Book|Movie|TVSeries|Podcast\w*|Course|Software\w*|MusicRecording|MusicAlbum|QAPage|Question)$/

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(block: string): unknown {
  // The commonest faults: raw line breaks inside strings, and comment or CDATA marks around it all.
  const text = block
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll('<![CDATA[', '')
    .replaceAll(']]>', '')
  try {
    return JSON.parse(text.slice(text.search(/[[{]/), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1))
  } catch (error) {
    // Broken JSON on a stranger's page is no fault of ours, and says nothing.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The things of all blocks in document order: arrays and graphs opened, each thing before those inside it. */
function collectThings(blocks: readonly string[]): Thing[] {
  const things: Thing[] = []
  const visit = (value: unknown, depth: number): void => {
    if (depth > depthMax || things.length >= thingsMax) return
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1)
    if (!isThing(value)) return
    things.push(value)
    for (const inner of [value['@graph'], value.mainEntity, value.mainEntityOfPage]) visit(inner, depth + 1)
  }
  for (const block of blocks) visit(parse(block), 0)
  return things
}

/** A value as text: itself, the first of several, or what a thing has under one of the names. */
function textOf(value: unknown, names: readonly string[], depth = 0): string {
  if (typeof value === 'string') return value
  if (depth > depthMax) return ''
  if (Array.isArray(value)) return firstText(value, (item) => textOf(item, names, depth + 1))
  return isThing(value) ? firstText(names, (name) => textOf(value[name], names, depth + 1)) : ''
}

function firstText<T>(items: readonly T[], read: (item: T) => string): string {
  for (const item of items) {
    const text = read(item)
    if (text.trim() !== '') return text
  }
  return ''
}

function hasType(thing: Thing, pattern: RegExp): boolean {
  const types: unknown[] = Array.isArray(thing['@type']) ? thing['@type'] : [thing['@type']]
  return types.some((type) => typeof type === 'string' && pattern.test(type))
}

/** The publisher's name, also where it is only referred to; else what the site calls itself. */
function publisherOf(things: readonly Thing[]): string {
  const nameOf = (value: unknown): string => {
    const name = textOf(value, ['name'])
    const id = textOf(value, ['@id'])
    return name || id === ''
      ? name
      : textOf(
          things.find((thing) => thing['@id'] === id && thing.name !== undefined),
          ['name'],
        )
  }
  const published = firstText(
    things.filter(({ publisher }) => isThing(publisher) || Array.isArray(publisher)),
    ({ publisher }) => nameOf(publisher),
  )
  return (
    published ||
    firstText(
      things.filter((thing) => hasType(thing, /^WebSite$/)),
      ({ name }) => textOf(name, []),
    )
  )
}

/** Reads the JSON-LD blocks of a page. Never throws: what is broken, too deep or too much says nothing. */
export function readJsonLd(blocks: readonly string[]): StructuredData {
  const things = collectThings(blocks)
  const headed = things.filter(({ headline }) => typeof headline === 'string' && headline.trim() !== '')
  const subjects = [...headed, ...things.filter((thing) => hasType(thing, named)), ...things.filter((thing) => hasType(thing, /^WebPage$/))]
  return {
    title: firstText(subjects, (thing) => textOf(thing.headline, []) || (hasType(thing, named) ? textOf(thing.name, []) : '')),
    description: firstText(subjects, ({ description }) => textOf(description, [])),
    image: firstText(subjects, ({ image, thumbnailUrl }) => textOf(image, ['url', 'contentUrl']) || textOf(thumbnailUrl, ['url'])),
    siteName: publisherOf(things),
  }
}
