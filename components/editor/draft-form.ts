import type { Draft } from './saving/draft'

/** The part of `HTMLFormElement` that is used here. */
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
 * Reads the form fields other than the text. For a field that the form lacks, returns the value on
 * the server. The field names are those of `Draft`.
 * Each saved slug creates a permanent redirect. So a slug is not read while it is typed, unless the
 * page is left. The slug of a public post is never read: a button of the form saves it.
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
    // The summary is a single line in a multi-line field.
    summary: read('summary').replaceAll(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)),
    cover: read('cover'),
    coverAlt: read('coverAlt'),
    tags: tags === undefined ? held.tags : splitTags(tags),
  }
}

/** Writes the fields that the form has. */
export function writeDraftForm(
  form: HTMLFormElement | null,
  draft: Partial<Omit<Draft, 'content'>>,
): void {
  for (const [name, value] of Object.entries(draft)) {
    const field = findField(form, name)
    if (field) field.value = Array.isArray(value) ? value.join(', ') : String(value)
  }
}

/** Returns the slug in the form, even while it is typed. */
export function readSlug(form: Form | null): string | undefined {
  return findField(form, 'slug')?.value.trim()
}

/**
 * Updates the revision from which the form is saved without JavaScript, after a save with
 * JavaScript.
 */
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
