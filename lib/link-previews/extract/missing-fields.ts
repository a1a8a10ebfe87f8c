import type { FlatPage } from './flat-page'

/** The kinds of tags for each field. One of them is enough to consider the field complete. */
const sufficientTags = {
  title: ['meta og:title', 'meta twitter:title'],
  description: ['meta og:description', 'meta description', 'meta twitter:description'],
  image: ['meta og:image', 'meta twitter:image', 'link image_src'],
  siteName: ['meta og:site_name', 'meta publisher.name'],
}

/** Returns whether one of the most reliable tags declares a field. */
export function isDeclared(field: keyof typeof sufficientTags, flat: FlatPage): boolean {
  return sufficientTags[field].some((kind) => flat.has(kind))
}

/** Returns whether all fields are declared, so that the rest of the page cannot add anything. */
export function hasAllFields(flat: FlatPage): boolean {
  return (
    isDeclared('title', flat) &&
    isDeclared('description', flat) &&
    isDeclared('image', flat) &&
    isDeclared('siteName', flat)
  )
}

/** Declarations that some pages place in their body. */
const lateMark =
  /\bog:|twitter:|ld\+json|itemprop|<meta\s|rel=["']?(?:shortcut |icon|canonical|image_src)/gi
const lateIcon = /rel=["']?(?:shortcut |alternate )?(?:icon|apple-touch-icon)/gi

/**
 * Returns whether the rest of a page may contain declarations. This quick search avoids reading
 * most pages to their end.
 */
export function hasLateMarks(page: string, from: number): boolean {
  lateMark.lastIndex = from
  return lateMark.test(page)
}

/**
 * Returns whether the rest of a page may declare an icon. If so, a page without an icon so far is
 * read further.
 */
export function hasLateIcon(page: string, from: number): boolean {
  lateIcon.lastIndex = from
  return lateIcon.test(page)
}
