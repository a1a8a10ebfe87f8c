import type { Draft } from './saving/draft'
import type { DraftSaver } from './saving/draft-saver'

/** How long a form waits for what is being saved, in milliseconds; then it goes out as it is. */
const waitMsMax = 5_000

type Written = {
  saver: DraftSaver
  readText: () => string
  read: () => Draft
  readSlug: () => string | undefined
  /** Whether the server answers at all. */
  reach: () => Promise<boolean>
  /** A form was not sent, for the server does not answer; or one is sent now. */
  tellAway: (isAway: boolean) => void
}

/**
 * Keeps a form and its editor in step: what is typed into its fields is saved like the text, the text goes out with it,
 * and it goes out after what is being saved, so that it does not contradict it.
 * @returns what stops it
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
      // Says that the editor goes on with what comes of it, and that the page is not to be made anew.
      formData.set('stays', 'yes')
      // What is to be written over was compared at a revision that the editor has gone on from since.
      if (saver.revision > Number(formData.get('base'))) formData.delete('force')
      // The editor's, also where words that were put back began from an older one, and were not compared at all.
      if (!formData.has('force')) formData.set('base', String(saver.revision))
      const draft = read()
      saver.submitted({ ...draft, slug: readSlug() ?? draft.slug })
    },
    { signal },
  )
  form.addEventListener('submit', waitForSave(form, written), { signal })
  // React empties a form that was sent; here one types on in it.
  form.addEventListener('reset', (event) => event.preventDefault(), { signal })
  return () => stopping.abort()
}

/**
 * @returns a listener that holds a form back until what is written is saved, and then lets it go. One that would find no server
 *   stays: its page would be lost to a fault, with the editor in it.
 */
function waitForSave(
  form: HTMLFormElement,
  { saver, reach, tellAway }: Written,
): (event: SubmitEvent) => void {
  let mayGo = false
  const letGo = (submitter: HTMLElement | null) => {
    mayGo = true
    try {
      form.requestSubmit(submitter)
    } finally {
      mayGo = false
    }
  }
  return (event) => {
    if (event.target !== form) return
    tellAway(false)
    if (mayGo) return
    // Not saved, and not about to be: that is for the form to be told of.
    if (!saver.isSaved && saver.state.phase !== 'saving' && saver.state.phase !== 'offline') return
    // A form takes no notice of who asks it anew while it tells of being sent (HTML standard, “submit”): hence it is held back first.
    event.preventDefault()
    event.stopPropagation()
    const { submitter } = event
    saver.flush()
    void reach().then(async (isThere) => {
      if (isThere) await untilSaved(saver)
      if (saver.state.phase === 'conflict') return
      if (isThere && saver.state.phase !== 'offline') letGo(submitter)
      else tellAway(true)
    })
  }
}

async function untilSaved(saver: DraftSaver): Promise<void> {
  const until = Date.now() + waitMsMax
  while (!saver.isSaved && ['saving', 'offline'].includes(saver.state.phase) && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50))
}
