/** Attributes of a tag as they are written, entities and all. */
export type Attributes = Record<string, string>

/** Tags without an end that may say what a card shows. */
export const keptTags = new Set(['base', 'link', 'meta', 'script'])

/** All attributes that are ever looked at. */
export const keptAttributes = new Set([
  ...['content', 'href', 'media', 'name', 'property', 'rel', 'sizes', 'src', 'type'],
  ...['itemprop', 'itemscope', 'itemtype'],
])

const wantedMeta =
  /^\s*(?:og:|twitter:|(?:description|application-name|apple-mobile-web-app-title)\s*$)/i
const wantedLink =
  /\b(?:icon|apple-touch-icon|apple-touch-icon-precomposed|canonical|image_src|manifest)\b/i

/** Pictures in the page itself are none that a card could show, and may be long. */
const embedded = /^\s*(?:data|javascript):/i

/** Whether a tag may say what a card shows. */
export function isWanted(name: string, attributes: Attributes): boolean {
  const { property = '', name: key = '', content = '', rel = '', href = '', type = '' } = attributes
  if (name === 'meta')
    return (
      (wantedMeta.test(property) || wantedMeta.test(key)) &&
      content.trim() !== '' &&
      !embedded.test(content)
    )
  if (name === 'link')
    return (
      (wantedLink.test(rel) || /json\+oembed/i.test(type)) && href !== '' && !embedded.test(href)
    )
  return name === 'base' && attributes.href !== undefined
}

/** What a tag is counted as: its name and what it says. All icons are one kind. */
export function kindOf(name: string, attributes: Attributes): string {
  const { property, name: key, rel, itemprop } = attributes
  if (name === 'link' && /icon/i.test(rel ?? '')) return 'link icon'
  return `${name} ${property ?? key ?? rel ?? itemprop ?? ''}`.trim().toLowerCase()
}
