import type { DraftSaver } from './saving/draft-saver'

/** How long a form waits for what is being saved, in milliseconds; then it goes out as it is. */
const waitMsMax = 5_000

/**
 * Keeps a form and its editor in step: what is typed into its fields is saved like the text, the text goes out with it,
 * and it goes out after what is being saved, so that it does not contradict it.
 * @returns what stops it
 */
export function followForm(form: HTMLFormElement | null, saver: DraftSaver, readText: () => string): () => void {
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
      saver.submitted()
    },
    { signal },
  )
  form.addEventListener('submit', waitForSave(form, saver), { signal })
  return () => stopping.abort()
}

/** @returns a listener that holds a form back until what is written is saved, and then lets it go */
function waitForSave(form: HTMLFormElement, saver: DraftSaver): (event: SubmitEvent) => void {
  let hasWaited = false
  return (event) => {
    if (hasWaited || saver.isSaved || saver.state.phase !== 'saving') return
    saver.flush()
    // Nothing had to be sent. A form takes no notice of who asks it anew while it tells of being sent (HTML standard, “submit”).
    if (saver.isSaved) return
    event.preventDefault()
    event.stopPropagation()
    const { submitter } = event
    const until = Date.now() + waitMsMax
    const goOn = () => {
      if (saver.state.phase === 'saving' && Date.now() < until) return void setTimeout(goOn, 50)
      if (saver.state.phase === 'conflict') return
      hasWaited = true
      form.requestSubmit(submitter)
      hasWaited = false
    }
    goOn()
  }
}
