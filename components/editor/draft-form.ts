import type { Draft } from './saving/draft'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isField = (element: unknown): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement

function findField(form: HTMLFormElement | null, name: string): Field | undefined {
  const element = form?.elements.namedItem(name)
  return isField(element) ? element : undefined
}

/** What stands in the form beside the text; for a field it does not have, what the post says. Its fields are called as those of a draft. */
export function readDraftForm(form: HTMLFormElement | null, post: Draft): Omit<Draft, 'content'> {
  const read = (name: 'slug' | 'title' | 'summary' | 'cover' | 'coverAlt') => findField(form, name)?.value ?? post[name]
  const tags = findField(form, 'tags')?.value
  return {
    slug: read('slug'),
    title: read('title'),
    summary: read('summary'),
    cover: read('cover'),
    coverAlt: read('coverAlt'),
    tags: tags === undefined ? post.tags : splitTags(tags),
  }
}

/** Puts into the form what it has fields for. */
export function writeDraftForm(form: HTMLFormElement | null, draft: Partial<Omit<Draft, 'content'>>): void {
  for (const [name, value] of Object.entries(draft)) {
    const field = findField(form, name)
    if (field) field.value = Array.isArray(value) ? value.join(', ') : String(value)
  }
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
