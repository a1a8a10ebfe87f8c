import { decodeHTMLAttribute } from 'entities'
import type { Attributes } from './flat-page'
import type { Thing } from './structured-data'

type Scope = { name: string; nested: number; item: number; type: string; path: string }
type Text = { name: string; nested: number; scope: Scope; property: string; text: string }

/**
 * Limits: items open at once, text values read at once, values, and UTF-16 units of one text value.
 */
const scopesMax = 32
const textsMax = 4
const valuesMax = 300
const textMax = 2_048

const wantedProperty = new RegExp(
  `^(?:${[
    'headline|name|description|image|thumbnailUrl|publisher',
    String.raw`(?:image|thumbnailUrl)\.(?:url|contentUrl)|publisher\.name`,
  ].join('|')})$`,
)
const urlProperty = /^(?:image|thumbnailUrl|.*\.(?:url|contentUrl))$/

/** Elements without content (HTML, 13.1.2), which contain no items and no text. */
const voidElements = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
)

/** Elements that can describe a page without being part of its text. */
const declarations = new Set(['meta', 'link'])

/** Returns the last part of a type, which is a URL such as `https://schema.org/NewsArticle`. */
function shortType(type: string): string {
  return type.trim().split(/\s/, 1)[0]?.split(/[/#]/).at(-1) ?? ''
}

/**
 * Reads the microdata of a page from its tags in order. Finds the end of an element without a tree:
 * it counts nested elements of the same name, so other unclosed elements do not matter.
 */
export class MicrodataReader {
  readonly #scopes: Scope[] = []
  #texts: Text[] = []
  #items = 0
  #values = 0
  readonly #things = new Map<number, Thing>()
  /** The values outside every item, by property. */
  readonly pageValues: [property: string, value: string][] = []

  /** Returns the items. A property of a nested item is written `publisher.name`. */
  get things(): Thing[] {
    return [...this.#things.values()]
  }

  open(name: string, attributes: Attributes): void {
    const hasContent = !voidElements.has(name)
    if (hasContent) this.#nest(name)
    this.#readValue(name, attributes)
    if (hasContent && attributes.itemscope !== undefined) this.#enter(name, attributes)
  }

  read(piece: string): void {
    for (const text of this.#texts) text.text += piece.slice(0, textMax - text.text.length)
  }

  close(name: string): void {
    const ended = this.#texts.filter((text) => text.name === name && text.nested === 0)
    for (const { scope, property, text } of ended) this.#keep(scope, property, text)
    if (ended.length > 0) this.#texts = this.#texts.filter((text) => !ended.includes(text))
    const scope = this.#scopes.at(-1)
    if (scope?.name === name && scope.nested === 0) this.#scopes.pop()
    this.#nest(name, -1)
  }

  get isReading(): boolean {
    return this.#texts.length > 0
  }

  /** Returns the innermost open item. Values outside every item belong to the page. */
  get #scope(): Scope {
    return this.#scopes.at(-1) ?? { name: '', nested: 0, item: 0, type: '', path: '' }
  }

  /** A declaration in an item for the page itself, such as `<html itemscope>`, is outside of it. */
  #scopeOf(name: string): Scope {
    const scope = this.#scope
    return declarations.has(name) && isPage(scope) && scope.path === ''
      ? { ...scope, item: 0 }
      : scope
  }

  /** Counts nested elements with the name of an open one, to find its own end tag. */
  #nest(name: string, by: 1 | -1 = 1): void {
    const scope = this.#scopes.at(-1)
    if (scope?.name === name) scope.nested += by
    for (const text of this.#texts) if (text.name === name) text.nested += by
  }

  #enter(name: string, { itemprop = '', itemtype = '' }: Attributes): void {
    if (this.#scopes.length >= scopesMax) return
    const outer = this.#scope
    const isPart = itemprop.trim() !== '' && outer.item > 0
    const scope = isPart
      ? { item: outer.item, type: outer.type, path: `${outer.path}${itemprop.trim()}.`.slice(-64) }
      : { item: ++this.#items, type: shortType(itemtype), path: '' }
    this.#scopes.push({ name, nested: 0, ...scope })
  }

  #readValue(name: string, attributes: Attributes): void {
    const { itemprop = '', itemscope, content, src, href } = attributes
    if (itemprop === '' || itemscope !== undefined) return
    const scope = this.#scopeOf(name)
    // Outside every item, other elements are parts of the page's text.
    if (scope.item === 0 && !declarations.has(name)) return
    for (const property of itemprop.trim().split(/\s+/, 4)) {
      const path = scope.path + property
      if (!wantedProperty.test(path)) continue
      this.#readProperty(
        name,
        scope,
        path,
        content ?? (urlProperty.test(path) ? (src ?? href) : undefined),
      )
    }
  }

  /** Stores the value of an attribute, or begins to read the text of the element. */
  #readProperty(name: string, scope: Scope, path: string, value: string | undefined): void {
    // For the page as a whole, only a `meta` tag provides the title.
    const isTitle = name === 'meta' && path === 'name' && isPage(scope)
    if (value !== undefined) this.#keep(scope, isTitle ? 'headline' : path, value)
    else if (!voidElements.has(name) && !isPage(scope) && this.#texts.length < textsMax)
      this.#texts.push({ name, nested: 0, scope, property: path, text: '' })
  }

  #keep({ item, type }: Scope, property: string, value: string): void {
    if (value.trim() === '' || ++this.#values > valuesMax) return
    const text = decodeHTMLAttribute(value.slice(0, textMax))
    const thing = this.#things.get(item) ?? { '@type': type }
    const [name = '', inner] = property.split('.')
    if (item === 0) this.pageValues.push([property, text])
    else this.#things.set(item, thing)
    if (inner === undefined) thing[name] ??= text
    else if (typeof thing[name] !== 'string')
      thing[name] = { [inner]: text, ...Object(thing[name]) }
  }
}

function isPage({ type }: Scope): boolean {
  return type === '' || type.endsWith('Page')
}
