import { writeField } from '@/components/admin/written-field'
import { whenUploaded } from '@/components/editor/images/upload-image'
import type { Draft } from './draft'
import type { DraftSaver } from './draft-saver'
import type { DraftSession } from './draft-session'

/** The part of `HTMLFormElement` that is used here. */
type Form = { elements: { namedItem: (name: string) => unknown } }

function findField(form: Form, name: string) {
  const element = form.elements.namedItem(name)
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    ? element
    : undefined
}

/**
 * Reads the form fields other than the text. For a field that the form lacks, returns the value on
 * the server. The field names are those of `Draft`. Does not read a slug while it is typed, except
 * on leaving the page, because an incomplete slug may belong to another post.
 */
export function readDraftForm(
  form: Form,
  held: Draft,
  { isLeaving = false } = {},
): Omit<Draft, 'content'> {
  const read = (name: Exclude<keyof Draft, 'tags' | 'noindex'>) =>
    findField(form, name)?.value ?? held[name] ?? ''
  const tags = findField(form, 'tags')?.value
  const slug = findField(form, 'slug')
  const noindex = findField(form, 'noindex')
  const isTyped = slug === document.activeElement && !isLeaving
  return {
    slug: !slug || isTyped ? held.slug : slug.value.trim(),
    title: read('title'),
    // The summary is a single line in a multi-line field.
    summary: read('summary').replaceAll(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)),
    cover: read('cover'),
    coverAlt: read('coverAlt'),
    metaTitle: read('metaTitle'),
    metaDescription: read('metaDescription'),
    socialImage: read('socialImage'),
    canonical: read('canonical'),
    noindex: noindex && 'checked' in noindex ? noindex.checked : (held.noindex ?? false),
    tags:
      tags
        ?.split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '') ?? held.tags,
  }
}

export function writeForm(
  form: HTMLFormElement,
  fields: Record<string, string | number | boolean | string[]>,
): void {
  for (const [name, value] of Object.entries(fields)) {
    const field = findField(form, name)
    if (field && 'checked' in field && typeof value === 'boolean') field.checked = value
    else if (field) writeField(field, Array.isArray(value) ? value.join(', ') : String(value))
  }
}

/** Returns the slug in the form, even while it is typed. */
export function readSlug(form: Form): string | undefined {
  return findField(form, 'slug')?.value.trim()
}

/** Time in milliseconds that a form waits for a save in progress before it is submitted. */
const waitMsMax = 5_000

/**
 * Saves the fields of a form like the text, and submits the text with the form, after any save in
 * progress to avoid a conflict. Returns a function that stops it.
 */
export function followForm(form: HTMLFormElement, { saver, read }: DraftSession): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const edited = ({ target }: Event) => {
    // Ignores input in the editor, which is inside the form but not one of its fields. Listing the
    // fields of the form would traverse the whole text on each key press.
    if (target instanceof HTMLElement && 'form' in target && target.form === form)
      saver.handleEdit()
  }
  form.addEventListener('input', edited, { signal })
  form.addEventListener('change', edited, { signal })
  form.addEventListener(
    'formdata',
    ({ formData }) => {
      const draft = read()
      formData.set('content', draft.content)
      // Tells the server that the editor stays open and the page is not rendered again.
      formData.set('stays', 'yes')
      // Drops the confirmation to overwrite if the editor has a newer revision than the compared
      // one.
      if (saver.revision > Number(formData.get('base'))) formData.delete('force')
      // Uses the editor's revision, even if restored text began from an older, uncompared one.
      if (!formData.has('force')) formData.set('base', String(saver.revision))
      saver.handleSubmit({ ...draft, slug: readSlug(form) ?? draft.slug })
    },
    { signal },
  )
  form.addEventListener('submit', waitForSave(form, saver), { signal })
  // React resets a submitted form, but here the user continues to type.
  form.addEventListener('reset', (event) => event.preventDefault(), { signal })
  return () => stopping.abort()
}

/**
 * Returns a listener that delays submission until all images are uploaded and the text is saved, to
 * avoid a conflict.
 */
function waitForSave(form: HTMLFormElement, saver: DraftSaver): (event: SubmitEvent) => void {
  let isReleased = false
  const release = (submitter: HTMLElement | null) => {
    isReleased = true
    form.requestSubmit(submitter)
    isReleased = false
  }
  return (event) => {
    if (event.target !== form || isReleased) return
    // `requestSubmit` has no effect during a `submit` event (HTML standard, “submit”), so this
    // cancels the event first and submits again later.
    event.preventDefault()
    event.stopPropagation()
    const { submitter } = event
    void whenUploaded().then(async () => {
      // A microtask may still run during the cancelled event.
      await new Promise((resolve) => setTimeout(resolve))
      // Unsaved with no save pending: the server rejects the form and shows why.
      const isPending = /^(?:saving|offline)$/.test(saver.state.phase)
      if (isPending && (await saveNow(saver)) === 'conflict')
        form.querySelector<HTMLElement>('.editor-notice[role="alert"] button')?.focus()
      else release(submitter)
    })
  }
}

/** Saves the text, and returns the new state. A retry that fails is not repeated. */
async function saveNow(saver: DraftSaver): Promise<DraftSaver['state']['phase']> {
  saver.flush()
  const until = Date.now() + waitMsMax
  while ((saver.isSending || saver.state.phase === 'saving') && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return saver.state.phase
}
