import type { FlatPage } from './flat-page'

/** Kinds of tags of which any one answers a field as well as a page can. */
const answers = {
  title: ['meta og:title', 'meta twitter:title'],
  description: ['meta og:description', 'meta description', 'meta twitter:description'],
  image: ['meta og:image', 'meta twitter:image', 'link image_src'],
  siteName: ['meta og:site_name', 'meta publisher.name'],
}

/** Whether a field was declared where declarations are trusted most. */
export function isDeclared(field: keyof typeof answers, flat: FlatPage): boolean {
  return answers[field].some((kind) => flat.has(kind))
}

/** Whether nothing is missing: what follows in the page has nothing to add. */
export function hasAllFields(flat: FlatPage): boolean {
  return (
    isDeclared('title', flat) &&
    isDeclared('description', flat) &&
    isDeclared('image', flat) &&
    isDeclared('siteName', flat)
  )
}

/** Declarations that some pages make in their body. */
const lateMark =
  /\bog:|twitter:|ld\+json|itemprop|<meta\s|rel=["']?(?:shortcut |icon|canonical|image_src)/gi
const lateIcon = /rel=["']?(?:shortcut |alternate )?(?:icon|apple-touch-icon)/gi

/** Whether the rest of a page may declare anything: one quick look saves reading most pages to their end. */
export function hasLateMarks(page: string, from: number): boolean {
  lateMark.lastIndex = from
  return lateMark.test(page)
}

/** Whether the rest of a page may name an icon, which one that names none so far should be read for. */
export function hasLateIcon(page: string, from: number): boolean {
  lateIcon.lastIndex = from
  return lateIcon.test(page)
}
