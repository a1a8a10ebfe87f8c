import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { button } from '@/components/ui/make-element'
import { editorTheme } from './editor-theme'
import { lineEndingsOf, readDocument } from './markdown/line-endings'
import type { OpenEditor } from './open-editor'
import { type Draft, draftFields, fieldText, type Theirs } from './saving/draft'
import { mergeTexts } from './saving/merge-texts'
import type { EditorTexts } from './texts'

/** Opens a field with one text in which each difference from another can be reverted. */
function openMergeField(parent: HTMLElement, theirs: string, merged: string, t: EditorTexts) {
  const state = EditorState.create({
    doc: merged,
    extensions: [
      unifiedMergeView({
        original: theirs,
        mergeControls: (kind, act) =>
          button(t(`compare.${kind}`), {}, () => act(new MouseEvent('mousedown'))),
        collapseUnchanged: { margin: 3, minSize: 6 },
        gutter: true,
      }),
      history(),
      keymap.of([...historyKeymap, ...defaultKeymap]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        tabindex: '0',
        'aria-label': t('compare.merged'),
        spellcheck: 'true',
        dir: 'auto',
      }),
      editorTheme,
    ],
  })
  const view = new EditorView({ state, parent })
  return {
    readText: () => readDocument(view.state.doc, lineEndingsOf(theirs)),
    close: () => view.destroy(),
  }
}

/** Returns the differences in the fields other than the text. */
function findOtherDifferences(mine: Draft, theirs: Draft) {
  return draftFields
    .map((field) => ({ field, mine: fieldText(mine[field]), theirs: fieldText(theirs[field]) }))
    .filter(({ mine, theirs }) => mine !== theirs)
}

/**
 * Compares the version saved by another user with the local one. Changes that do not overlap are
 * merged. Each change can be reverted, and the merged text can be edited.
 */
export function CompareDialog({
  editor,
  theirs,
  close,
}: {
  editor: OpenEditor
  theirs: Theirs
  close: () => void
}) {
  const t = useTranslations('editor')
  const fieldNames = useTranslations('postFormClient.fields')
  const dialog = useRef<HTMLDialogElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const field = useRef<ReturnType<typeof openMergeField>>(undefined)
  const isDecided = useRef(false)
  // The compared texts stay the same while the dialog is open.
  const [merged] = useState(() => {
    const mine = editor.readText()
    const base = editor.session.saver.commonText
    return base === undefined ? mine : mergeTexts(base, mine, theirs.draft.content)
  })
  useEffect(() => {
    dialog.current?.showModal()
    if (!host.current) return
    const opened = openMergeField(host.current, theirs.draft.content, merged, t)
    field.current = opened
    return () => {
      const text = opened.readText()
      // Keeps text typed into the dialog, even if the dialog is dismissed.
      if (!isDecided.current && text !== merged) editor.writeText(text)
      opened.close()
    }
  }, [editor, theirs, merged, t])
  const { saver } = editor.session
  /** Continues in the editor, which is inert while the dialog is open. */
  const leave = () => {
    dialog.current?.close()
    editor.view.focus()
  }
  const others = findOtherDifferences(editor.session.read(), theirs.draft)
    .map(({ field, ...texts }) => t('conflict.field', { field: fieldNames(field), ...texts }))
    .join('; ')
  const keep = (text?: string) => {
    isDecided.current = true
    if (text !== undefined) editor.writeText(text)
    saver.keepMine(theirs)
    leave()
  }
  const takeTheirs = () => {
    isDecided.current = true
    const draft = saver.takeTheirs()
    if (draft) editor.write(draft)
    leave()
  }
  return (
    <dialog ref={dialog} className="editor-dialog" aria-label={t('conflict.title')} onClose={close}>
      <h2>{t('conflict.title')}</h2>
      <p className="admin-muted">
        {t('conflict.about', { known: String(Boolean(theirs.by)), name: theirs.by ?? '' })}
      </p>
      {others !== '' && <p className="admin-muted">{t('conflict.others', { fields: others })}</p>}
      <div ref={host} className="editor-merge" />
      <div className="editor-choices">
        <button
          type="button"
          className="admin-button"
          onClick={() => keep(field.current?.readText())}
        >
          {t('conflict.save')}
        </button>
        <button type="button" className="admin-link" onClick={() => keep()}>
          {t('conflict.keepMine')}
        </button>
        <button type="button" className="admin-link" onClick={takeTheirs}>
          {t('conflict.useTheirs')}
        </button>
        <button type="button" className="admin-link" onClick={() => dialog.current?.close()}>
          {t('compare.later')}
        </button>
      </div>
    </dialog>
  )
}
