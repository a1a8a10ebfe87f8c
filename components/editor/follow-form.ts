import type { Draft } from './saving/draft'
import type { DraftSaver } from './saving/draft-saver'

/** How long a form waits for what is being saved, in milliseconds; then it goes out as it is. */
const waitMsMax = 5_000

type Written = { saver: DraftSaver; readText: () => string; read: () => Draft; readSlug: () => string | undefined }

/**
 * Keeps a form and its editor in step: what is typed into its fields is saved like the text, the text goes out with it,
 * and it goes out after what is being saved, so that it does not contradict it.
 * @returns what stops it
 */
export function followForm(form: HTMLFormElement | null, { saver, readText, read, readSlug }: Written): () => void {
  if (!form) return () => {}
  const stopping = new AbortController()
  const { signal } = stopping
  const isOurs = ({ target }: Event) =>
    (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) &&
    target.form === form &&
    target.name !== ''
  for (const kind of ['input', 'change']) document.addEventListener(kind, (event) => isOurs(event) && saver.edited(), { signal })
  form.addEventListener(
    'formdata',
    ({ formData }) => {
      formData.set('content', readText())
      // Says that the editor goes on with what comes of it, and that the page is not to be made anew.
      formData.set('stays', 'yes')
      // What is to be written over was compared at a revision that the editor has gone on from since.
      if (saver.revision > Number(formData.get('base'))) {
        formData.set('base', String(saver.revision))
        formData.delete('force')
      }
      const draft = read()
      saver.submitted({ ...draft, slug: readSlug() ?? draft.slug })
    },
    { signal },
  )
  form.addEventListener('submit', waitForSave(form, saver), { signal })
  // React empties a form that was sent; here one types on in it.
  form.addEventListener('reset', (event) => event.preventDefault(), { signal })
  return () => stopping.abort()
}

/** @returns a listener that holds a form back until what is written is saved, and then lets it go */
function waitForSave(form: HTMLFormElement, saver: DraftSaver): (event: SubmitEvent) => void {
  let hasWaited = false
  return (event) => {
    if (event.target !== form || hasWaited || saver.isSaved) return
    const { phase } = saver.state
    if (phase !== 'saving' && phase !== 'offline') return
    saver.flush()
    // Nothing had to be sent. A form takes no notice of who asks it anew while it tells of being sent (HTML standard, “submit”).
    if (saver.isSaved) return
    event.preventDefault()
    event.stopPropagation()
    const { submitter } = event
    const until = Date.now() + waitMsMax
    // Without a connection it would only lose the page; what is written is kept, and tried again.
    if (phase === 'offline') return
    const goOn = () => {
      if (saver.state.phase === 'saving' && Date.now() < until) return void setTimeout(goOn, 50)
      if (saver.state.phase === 'conflict' || saver.state.phase === 'offline') return
      hasWaited = true
      try {
        form.requestSubmit(submitter)
      } finally {
        hasWaited = false
      }
    }
    goOn()
  }
}
