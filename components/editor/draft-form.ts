import type { Draft } from './saving/draft'

/** The names under which the form around the editor has the fields of a draft. */
const fieldNames = { slug: 'slug', title: 'title', summary: 'summary', tags: 'tags', cover: 'cover', coverAlt: 'cover_alt' } as const

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isField = (element: unknown): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement

function findField(form: HTMLFormElement | null, name: string): Field | undefined {
  const element = form?.elements.namedItem(name)
  return isField(element) ? element : undefined
}

/** What stands in the form beside the text; for a field it does not have, what the post says. */
export function readDraftForm(form: HTMLFormElement | null, post: Draft): Omit<Draft, 'content'> {
  const read = (name: Exclude<keyof typeof fieldNames, 'tags'>) => findField(form, fieldNames[name])?.value ?? post[name]
  const tags = findField(form, fieldNames.tags)?.value
  return {
    slug: read('slug'),
    title: read('title'),
    summary: read('summary'),
    cover: read('cover'),
    coverAlt: read('coverAlt'),
    tags: tags === undefined ? post.tags : splitTags(tags),
  }
}

export function writeDraftForm(form: HTMLFormElement | null, draft: Partial<Omit<Draft, 'content'>>): void {
  const { tags, ...texts } = draft
  const write = (name: string, text: string | undefined) => {
    const field = findField(form, name)
    if (field && text !== undefined) field.value = text
  }
  write(fieldNames.tags, tags?.join(', '))
  write(fieldNames.slug, texts.slug)
  write(fieldNames.title, texts.title)
  write(fieldNames.summary, texts.summary)
  write(fieldNames.cover, texts.cover)
  write(fieldNames.coverAlt, texts.coverAlt)
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
