import { useEffect, useRef } from 'react'
import { type MergeField, openMergeField } from './merge-field'
import type { OpenEditor } from './open-editor'
import type { KeptDraft } from './saving/kept-draft'

type Props = {
  editor: OpenEditor
  kept: KeptDraft
  /** Writes text into the editor: the stored draft, as edited in this dialog. */
  restore: (content: string) => void
  discard: () => void
  close: () => void
}

/**
 * Compares the draft stored in this browser with the text in the editor. Each change can be
 * reverted before the draft is restored.
 */
export function KeptDialog({ editor, kept, restore, discard, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const field = useRef<MergeField>(undefined)
  useEffect(() => {
    dialog.current?.showModal()
    if (!host.current) return
    const opened = openMergeField(host.current, {
      theirs: editor.readText(),
      mine: kept.draft.content,
    })
    field.current = opened
    return opened.close
  }, [editor, kept])
  return (
    <dialog ref={dialog} className="editor-conflict" aria-labelledby="kept-heading" onClose={close}>
      <h2 id="kept-heading">Words that were not saved</h2>
      <p className="admin-muted">
        Text stored in this browser is highlighted; text that it would replace in the post is struck
        out.
      </p>
      {kept.draft.title !== editor.session.read().title && (
        <p className="admin-muted">
          Its title was “<bdi>{kept.draft.title}</bdi>”.
        </p>
      )}
      <div ref={host} className="editor-merge" />
      <div className="editor-choices">
        <button
          type="button"
          className="admin-button"
          onClick={() => restore(field.current?.readText() ?? kept.draft.content)}
        >
          Put this text back
        </button>
        <button type="button" className="admin-link" onClick={discard}>
          Discard it
        </button>
        <button type="button" className="admin-link" onClick={close}>
          Decide later
        </button>
      </div>
    </dialog>
  )
}
