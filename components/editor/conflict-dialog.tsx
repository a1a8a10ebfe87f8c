import { useEffect, useRef } from 'react'
import { type MergeField, openMergeField } from './merge-field'
import type { OpenEditor } from './open-editor'
import type { Theirs } from './saving/draft'

/** Describes the differences in the fields other than the text. */
function otherFields(editor: OpenEditor, theirs: Theirs): string {
  const mine = editor.session.read()
  const names = {
    title: 'title',
    slug: 'address',
    summary: 'summary',
    cover: 'cover',
    coverAlt: 'words for the cover',
  } as const
  const differing = Object.entries(names).flatMap(([field, name]) => {
    const [one, other] = [
      new Map(Object.entries(mine)).get(field),
      new Map(Object.entries(theirs.draft)).get(field),
    ]
    return one === other ? [] : [`${name}: “${String(other)}”, here “${String(one)}”`]
  })
  if (mine.tags.join() !== theirs.draft.tags.join())
    differing.push(`tags: “${theirs.draft.tags.join(', ')}”, here “${mine.tags.join(', ')}”`)
  return differing.join('; ')
}

/**
 * Compares the saved version with the local one. Each change can be reverted, and the merged text
 * can be edited.
 */
export function ConflictDialog({
  editor,
  theirs,
  close,
}: {
  editor: OpenEditor
  theirs: Theirs
  close: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const field = useRef<MergeField>(undefined)
  const isDecided = useRef(false)
  useEffect(() => {
    dialog.current?.showModal()
    if (!host.current) return
    const mine = editor.readText()
    const opened = openMergeField(host.current, { theirs: theirs.draft.content, mine })
    field.current = opened
    return () => {
      const merged = opened.readText()
      // Keeps text typed into the dialog, even if the dialog is dismissed.
      if (!isDecided.current && merged !== mine)
        editor.write({ ...editor.session.read(), content: merged })
      opened.close()
    }
  }, [editor, theirs])

  const keepMine = () => {
    isDecided.current = true
    editor.session.saver.keepMine(theirs)
    close()
  }
  const saveMerged = () => {
    const text = field.current?.readText()
    if (text !== undefined) editor.write({ ...editor.session.read(), content: text })
    keepMine()
  }
  const takeTheirs = () => {
    isDecided.current = true
    const draft = editor.session.saver.takeTheirs()
    if (draft) editor.write(draft)
    close()
  }
  const others = otherFields(editor, theirs)
  return (
    <dialog
      ref={dialog}
      className="editor-conflict"
      aria-labelledby="conflict-heading"
      onClose={close}
    >
      <h2 id="conflict-heading">Changed elsewhere</h2>
      <p className="admin-muted">
        Your text is highlighted; text saved by {theirs.by || 'someone else'} is struck out. Edit
        the result as needed.
      </p>
      {others !== '' && <p className="admin-muted">Saved there, too: {others}.</p>}
      <div ref={host} className="editor-merge" />
      <div className="editor-choices">
        <button type="button" className="admin-button" onClick={saveMerged}>
          Save this text
        </button>
        <button type="button" className="admin-link" onClick={keepMine}>
          Keep mine
        </button>
        <button type="button" className="admin-link" onClick={takeTheirs}>
          Take theirs
        </button>
        <button type="button" className="admin-link" onClick={close}>
          Decide later
        </button>
      </div>
    </dialog>
  )
}
