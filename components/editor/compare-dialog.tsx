import { type ReactNode, useEffect, useRef } from 'react'
import { type MergeField, openMergeField } from './merge-field'
import type { OpenEditor } from './open-editor'
import type { Draft, Theirs } from './saving/draft'
import type { KeptDraft } from './saving/kept-draft'

type Choice = { label: string; run: () => void }

/** Compares two texts. Each change can be reverted, and the merged text can be edited. */
function CompareDialog(props: {
  heading: string
  children: ReactNode
  theirs: string
  mine: string
  saveLabel: string
  save: (text: string) => void
  choices: Choice[]
  /** Receives the merged text if the dialog is closed without a choice. */
  dismissed?: (text: string) => void
  close: () => void
}) {
  const { heading, children, saveLabel, choices, close } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const field = useRef<MergeField>(undefined)
  const isDecided = useRef(false)
  // The compared texts stay the same while the dialog is open.
  const start = useRef(props)
  useEffect(() => {
    dialog.current?.showModal()
    if (!host.current) return
    const { theirs, mine, dismissed } = start.current
    const opened = openMergeField(host.current, { theirs, mine })
    field.current = opened
    return () => {
      if (!isDecided.current) dismissed?.(opened.readText())
      opened.close()
    }
  }, [])
  const decide = (run: () => void) => () => {
    isDecided.current = true
    run()
  }
  return (
    <dialog ref={dialog} className="editor-conflict" aria-label={heading} onClose={close}>
      <h2>{heading}</h2>
      {children}
      <div ref={host} className="editor-merge" />
      <div className="editor-choices">
        <button
          type="button"
          className="admin-button"
          onClick={decide(() => props.save(field.current?.readText() ?? props.mine))}
        >
          {saveLabel}
        </button>
        {choices.map(({ label, run }) => (
          <button key={label} type="button" className="admin-link" onClick={decide(run)}>
            {label}
          </button>
        ))}
        <button type="button" className="admin-link" onClick={close}>
          Decide later
        </button>
      </div>
    </dialog>
  )
}

const fieldNames: [keyof Omit<Draft, 'content'>, string][] = [
  ['title', 'title'],
  ['slug', 'address'],
  ['summary', 'summary'],
  ['cover', 'cover'],
  ['coverAlt', 'words for the cover'],
  ['tags', 'tags'],
]

/** Describes the differences in the fields other than the text. */
function otherFields(mine: Draft, theirs: Draft): string {
  return fieldNames
    .map(([field, name]) => ({ name, here: mine[field], there: theirs[field] }))
    .filter(({ here, there }) => String(here) !== String(there))
    .map(
      ({ name, here, there }) =>
        `${name}: “${[there].flat().join(', ')}”, here “${[here].flat().join(', ')}”`,
    )
    .join('; ')
}

/** Compares the version saved by another user with the local one. */
export function ConflictDialog({
  editor,
  theirs,
  close,
}: {
  editor: OpenEditor
  theirs: Theirs
  close: () => void
}) {
  const { saver } = editor.session
  const mine = editor.readText()
  const others = otherFields(editor.session.read(), theirs.draft)
  const write = (content: string) => editor.write({ ...editor.session.read(), content })
  const keepMine = () => {
    saver.keepMine(theirs)
    close()
  }
  const takeTheirs = () => {
    const draft = saver.takeTheirs()
    if (draft) editor.write(draft)
    close()
  }
  return (
    <CompareDialog
      heading="Changed elsewhere"
      theirs={theirs.draft.content}
      mine={mine}
      saveLabel="Save this text"
      save={(text) => {
        write(text)
        keepMine()
      }}
      choices={[
        { label: 'Keep mine', run: keepMine },
        { label: 'Take theirs', run: takeTheirs },
      ]}
      // Keeps text typed into the dialog, even if the dialog is dismissed.
      dismissed={(text) => text !== mine && write(text)}
      close={close}
    >
      <p className="admin-muted">
        Your text is highlighted; text saved by {theirs.by || 'someone else'} is struck out. Edit
        the result as needed.
      </p>
      {others !== '' && <p className="admin-muted">Saved there, too: {others}.</p>}
    </CompareDialog>
  )
}

/** Compares the draft stored in this browser with the text in the editor. */
export function KeptDialog({
  editor,
  kept,
  restore,
  discard,
  close,
}: {
  editor: OpenEditor
  kept: KeptDraft
  /** Writes text into the editor: the stored draft, as edited in this dialog. */
  restore: (content: string) => void
  discard: () => void
  close: () => void
}) {
  return (
    <CompareDialog
      heading="Words that were not saved"
      theirs={editor.readText()}
      mine={kept.draft.content}
      saveLabel="Put this text back"
      save={restore}
      choices={[{ label: 'Discard it', run: discard }]}
      close={close}
    >
      <p className="admin-muted">
        Text stored in this browser is highlighted; text that it would replace in the post is struck
        out.
      </p>
      {kept.draft.title !== editor.session.read().title && (
        <p className="admin-muted">
          Its title was “<bdi>{kept.draft.title}</bdi>”.
        </p>
      )}
    </CompareDialog>
  )
}
