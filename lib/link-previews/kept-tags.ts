/** Attributes of a tag as they are written, entities and all. */
export type Attributes = Record<string, string>

export const keptTags = new Set(['base', 'link', 'meta', 'script'])
export const keptAttributes = new Set(['content', 'href', 'media', 'name', 'property', 'rel', 'sizes', 'type'])

const wantedMeta = /^\s*(?:og:|twitter:|(?:description|application-name|apple-mobile-web-app-title)\s*$)/i
const wantedLink = /\b(?:icon|apple-touch-icon|apple-touch-icon-precomposed|canonical|image_src)\b/i

/** Whether a tag may say what a card shows. */
export function isWanted(name: string, attributes: Attributes): boolean {
  if (name === 'meta') {
    const isNamed = wantedMeta.test(attributes.property ?? '') || wantedMeta.test(attributes.name ?? '')
    return isNamed && (attributes.content ?? '').trim() !== ''
  }
  if (name === 'link') return wantedLink.test(attributes.rel ?? '')
  return name === 'base' && attributes.href !== undefined
}

/** Once its head is over, the rest of a page that declares all of these has nothing to add. */
const enough = ['meta og:title', 'meta og:description', 'meta og:image', 'meta og:site_name']

/** Whether the tags kept so far, each as `name property`, leave nothing to look for. */
export function hasEnough(kept: ReadonlyMap<string, number>): boolean {
  return enough.every((tag) => kept.has(tag))
}

/** A tag of the flat document. Values stay encoded as the page wrote them. */
export function writeTag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`)
  return `<${name}${written.join('')}>`
}

/** An element of the flat document with nothing in it but text. */
export function writeElement(name: string, text: string): string {
  return `<${name}>${text.replaceAll('<', '&lt;')}</${name}>`
}
