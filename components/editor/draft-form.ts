import type { Draft } from './saving/draft'

/** As much of a form as is asked here. */
type Form = { elements: { namedItem: (name: string) => unknown } }
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isField = (element: unknown): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement

function findField(form: Form | null, name: string): Field | undefined {
  const element = form?.elements.namedItem(name)
  return isField(element) ? element : undefined
}

/**
 * What stands in the form beside the text; for a field it does not have, what the server holds. Its fields are called as
 * those of a draft. A slug is not taken while it is typed, unless the page is left with it, and that of a post with readers
 * never: each would be an address that leads on for good. There a button of the form saves it.
 */
export function readDraftForm(
  form: Form | null,
  held: Draft,
  { isPublic, isLeft = false }: { isPublic: boolean; isLeft?: boolean },
): Omit<Draft, 'content'> {
  const read = (name: 'title' | 'summary' | 'cover' | 'coverAlt') =>
    findField(form, name)?.value ?? held[name]
  const tags = findField(form, 'tags')?.value
  const slug = findField(form, 'slug')
  const isTyped = slug === document.activeElement && !isLeft
  return {
    slug: !slug || isPublic || isTyped ? held.slug : slug.value.trim(),
    title: read('title'),
    // It is one line, shown as several.
    summary: read('summary').replaceAll(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)),
    cover: read('cover'),
    coverAlt: read('coverAlt'),
    tags: tags === undefined ? held.tags : splitTags(tags),
  }
}

/** Puts into the form what it has fields for. */
export function writeDraftForm(
  form: HTMLFormElement | null,
  draft: Partial<Omit<Draft, 'content'>>,
): void {
  for (const [name, value] of Object.entries(draft)) {
    const field = findField(form, name)
    if (field) field.value = Array.isArray(value) ? value.join(', ') : String(value)
  }
}

/** The slug that stands in the form, also while it is typed. */
export function readSlug(form: Form | null): string | undefined {
  return findField(form, 'slug')?.value.trim()
}

/** The revision from which the form would be saved without a script: it has to follow what was saved with one. */
export function writeRevision(form: HTMLFormElement | null, revision: number): void {
  const field = findField(form, 'base')
  if (field) field.value = String(revision)
}

function splitTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}
