import type { Draft } from './saving/draft'
import type { DraftSaver } from './saving/draft-saver'

/** Time in milliseconds that a form waits for a save in progress before it is submitted. */
const waitMsMax = 5_000

type Written = {
  saver: DraftSaver
  readText: () => string
  read: () => Draft
  readSlug: () => string | undefined
  /** Resolves to whether the server is reachable. */
  reach: () => Promise<boolean>
  /** Called with true if a form was not sent because the server is unreachable, otherwise false. */
  setUnreachable: (isUnreachable: boolean) => void
}

/**
 * Synchronizes a form with its editor. Saves typed fields like the text, submits the text with the
 * form, and submits after any save in progress to avoid a conflict.
 * @returns a function that stops it
 */
export function followForm(form: HTMLFormElement | null, written: Written): () => void {
  if (!form) return () => {}
  const { saver, readText, read, readSlug } = written
  const stopping = new AbortController()
  const { signal } = stopping
  const isOurs = ({ target }: Event) =>
    (target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement) &&
    target.form === form &&
    target.name !== ''
  for (const kind of ['input', 'change'])
    document.addEventListener(kind, (event) => isOurs(event) && saver.edited(), { signal })
  form.addEventListener(
    'formdata',
    ({ formData }) => {
      formData.set('content', readText())
      // Tells the server that the editor stays open and the page is not rendered again.
      formData.set('stays', 'yes')
      // Drops the confirmation to overwrite if the editor has a newer revision than the compared
      // one.
      if (saver.revision > Number(formData.get('base'))) formData.delete('force')
      // Uses the editor's revision, even if restored text began from an older, uncompared one.
      if (!formData.has('force')) formData.set('base', String(saver.revision))
      const draft = read()
      saver.submitted({ ...draft, slug: readSlug() ?? draft.slug })
    },
    { signal },
  )
  form.addEventListener('submit', waitForSave(form, written), { signal })
  // React resets a submitted form, but here the user continues to type.
  form.addEventListener('reset', (event) => event.preventDefault(), { signal })
  return () => stopping.abort()
}

/**
 * Delays submission until the text is saved. If the server is unreachable, it cancels the
 * submission, because an error page would replace the editor.
 * @returns the listener of the `submit` event
 */
function waitForSave(
  form: HTMLFormElement,
  { saver, reach, setUnreachable }: Written,
): (event: SubmitEvent) => void {
  let isReleased = false
  const release = (submitter: HTMLElement | null) => {
    isReleased = true
    try {
      form.requestSubmit(submitter)
    } finally {
      isReleased = false
    }
  }
  return (event) => {
    if (event.target !== form) return
    setUnreachable(false)
    if (isReleased) return
    // Unsaved with no save pending: the server rejects the form and shows why.
    if (!saver.isSaved && saver.state.phase !== 'saving' && saver.state.phase !== 'offline') return
    // `requestSubmit` has no effect during a `submit` event (HTML standard, “submit”), so this
    // cancels the event first and submits again later.
    event.preventDefault()
    event.stopPropagation()
    const { submitter } = event
    saver.flush()
    void reach().then(async (isReachable) => {
      if (isReachable) await untilSaved(saver)
      if (saver.state.phase === 'conflict') return
      if (isReachable && saver.state.phase !== 'offline') release(submitter)
      else setUnreachable(true)
    })
  }
}

async function untilSaved(saver: DraftSaver): Promise<void> {
  const until = Date.now() + waitMsMax
  while (!saver.isSaved && ['saving', 'offline'].includes(saver.state.phase) && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50))
}
