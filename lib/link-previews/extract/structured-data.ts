/** A thing that structured data describes: properties by their short names (https://schema.org). */
export type Thing = Record<string, unknown>

/** The structured data of a page. Missing fields are `""`. */
export type StructuredData = {
  names: readonly string[]
  /** The headline or name for a page without a title; `""` if several things could provide it. */
  title: string
  description: string
  image: string
  siteName: string
}

const depthMax = 8

/** Limits the work on a page that lists many things. */
const namesMax = 40

/** Values that are read of one page. Things can refer to each other in exponentially many ways. */
const readsMax = 100_000

/** Types whose `name` can be a page's title. Not `Question`: an FAQ page has many. */
const named = new RegExp(
  `^(?:${[
    String.raw`\w*Article|BlogPosting|Product|VideoObject|Recipe|Event|Book|Movie|TVSeries`,
    String.raw`Podcast\w*|Course|Software\w*|MusicRecording|MusicAlbum|QAPage`,
  ].join('|')})$`,
)

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasType(thing: Thing, pattern: RegExp): boolean {
  const types: unknown[] = Array.isArray(thing['@type']) ? thing['@type'] : [thing['@type']]
  return types.some((type) => typeof type === 'string' && pattern.test(type))
}

/** Returns the first text that is not empty. */
export function firstText<T>(items: readonly T[], read: (item: T) => string): string {
  for (const item of items) {
    const text = read(item)
    if (text.trim() !== '') return text
  }
  return ''
}

/** Reads values of things, and resolves references to things described elsewhere (JSON-LD, 3.3). */
class Reader {
  readonly #byId = new Map<string, Thing>()
  #readsLeft = readsMax

  constructor(things: readonly Thing[]) {
    for (const thing of things) {
      const id = thing['@id']
      // A reference contains only its `@id`.
      if (typeof id === 'string' && Object.keys(thing).length > 1 && !this.#byId.has(id))
        this.#byId.set(id, thing)
    }
  }

  /** Returns a text, the first of several, or a thing's text under one of the names. */
  text(value: unknown, names: readonly string[] = [], depth = 0): string {
    if (this.#readsLeft-- <= 0) return ''
    if (typeof value === 'string') return value
    if (depth > depthMax) return ''
    if (Array.isArray(value)) return firstText(value, (item) => this.text(item, names, depth + 1))
    if (!isThing(value)) return ''
    return (
      firstText([...names, '@value'], (name) => this.text(value[name], names, depth + 1)) ||
      this.text(this.#referenced(value), names, depth + 1)
    )
  }

  texts(things: readonly Thing[], name: string): string[] {
    const texts = things.slice(0, namesMax).map((thing) => this.text(thing[name]))
    return [...new Set(texts.filter((text) => text.trim() !== ''))]
  }

  #referenced(value: Thing): Thing | undefined {
    const id = value['@id']
    const thing = typeof id === 'string' ? this.#byId.get(id) : undefined
    return thing === value ? undefined : thing
  }
}

/** Returns the metadata in the things of a page, each listed before those inside it. */
export function describeThings(things: readonly Thing[]): StructuredData {
  const reader = new Reader(things)
  const headed = things.filter(({ headline }) => reader.text(headline).trim() !== '')
  const namedThings = things.filter((thing) => hasType(thing, named))
  const subjects = [
    ...headed,
    ...namedThings,
    ...things.filter((thing) => hasType(thing, /^WebPage$/)),
  ]
  const sites = things.filter((thing) => hasType(thing, /^WebSite$/))
  const headlines = reader.texts(headed, 'headline')
  const titles = headlines.length > 0 ? headlines : reader.texts(namedThings, 'name')
  return {
    names: [...headlines, ...reader.texts(subjects, 'name')],
    title: titles.length === 1 ? (titles[0] ?? '') : '',
    description: firstText(subjects, ({ description }) => reader.text(description)),
    image: firstText(subjects, ({ image, thumbnailUrl }) =>
      reader.text([image, thumbnailUrl], ['url', 'contentUrl']),
    ),
    siteName:
      firstText(things, ({ publisher }) =>
        typeof publisher === 'string' ? '' : reader.text(publisher, ['name']),
      ) || firstText(sites, ({ name }) => reader.text(name)),
  }
}

const thingsMax = 1_000

/** Parses JSON. Returns undefined if it is broken, which is expected on third-party pages. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function parse(block: string): unknown {
  // Repair the most common faults: raw line breaks in strings, and comment or CDATA marks around
  // the block.
  const text = block
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll('<![CDATA[', '')
    .replaceAll(']]>', '')
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1
  return parseJson(text.slice(text.search(/[[{]/), end))
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
