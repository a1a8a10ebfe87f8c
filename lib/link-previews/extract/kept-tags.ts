/** Attributes of a tag as the page writes them, with entities not decoded. */
export type Attributes = Record<string, string>

/** Tags without an end tag that may affect a preview. */
export const keptTags = new Set(['base', 'link', 'meta', 'script'])

/** The attributes that extraction reads. */
export const keptAttributes = new Set([
  ...['content', 'href', 'media', 'name', 'property', 'rel', 'sizes', 'src', 'type'],
  ...['itemprop', 'itemscope', 'itemtype'],
])

const wantedMeta =
  /^\s*(?:og:|twitter:|(?:description|application-name|apple-mobile-web-app-title)\s*$)/i
const wantedLink =
  /\b(?:icon|apple-touch-icon|apple-touch-icon-precomposed|canonical|image_src|manifest)\b/i

/** Embedded images. A card cannot show them, and they may be long. */
const embedded = /^\s*(?:data|javascript):/i

/** Returns whether a tag may affect a preview. */
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

/** Returns the kind under which a tag is counted, such as `meta og:title`. */
export function kindOf(name: string, attributes: Attributes): string {
  const { property, name: key, rel, itemprop } = attributes
  if (name === 'link' && /icon/i.test(rel ?? '')) return 'link icon'
  return `${name} ${property ?? key ?? rel ?? itemprop ?? ''}`.trim().toLowerCase()
}
