import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef } from 'react'
import { richTags } from '@/components/i18n/rich-tags'
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
  const t = useTranslations('editor')
  const dialog = useRef<HTMLDialogElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const field = useRef<MergeField>(undefined)
  const isDecided = useRef(false)
  // The compared texts stay the same while the dialog is open.
  const start = useRef({ ...props, t })
  useEffect(() => {
    dialog.current?.showModal()
    if (!host.current) return
    const { theirs, mine, dismissed, t } = start.current
    const opened = openMergeField(host.current, { theirs, mine }, t)
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
          {t('compare.later')}
        </button>
      </div>
    </dialog>
  )
}

const fields = ['title', 'slug', 'summary', 'cover', 'coverAlt', 'tags'] as const

/** Returns the differences in the fields other than the text. */
function findOtherDifferences(mine: Draft, theirs: Draft) {
  const textOf = (value: string | string[]) => [value].flat().join(', ')
  return fields
    .map((field) => ({ field, mine: textOf(mine[field]), theirs: textOf(theirs[field]) }))
    .filter(({ mine, theirs }) => mine !== theirs)
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
  const t = useTranslations('editor')
  const fieldNames = useTranslations('postFormClient.fields')
  const { saver } = editor.session
  const mine = editor.readText()
  const others = findOtherDifferences(editor.session.read(), theirs.draft)
    .map(({ field, ...texts }) => t('conflict.field', { field: fieldNames(field), ...texts }))
    .join('; ')
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
      heading={t('conflict.title')}
      theirs={theirs.draft.content}
      mine={mine}
      saveLabel={t('conflict.save')}
      save={(text) => {
        write(text)
        keepMine()
      }}
      choices={[
        { label: t('conflict.keepMine'), run: keepMine },
        { label: t('conflict.useTheirs'), run: takeTheirs },
      ]}
      // Keeps text typed into the dialog, even if the dialog is dismissed.
      dismissed={(text) => text !== mine && write(text)}
      close={close}
    >
      <p className="admin-muted">
        {t('conflict.about', { known: String(Boolean(theirs.by)), name: theirs.by ?? '' })}
      </p>
      {others !== '' && <p className="admin-muted">{t('conflict.others', { fields: others })}</p>}
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
  const t = useTranslations('editor')
  return (
    <CompareDialog
      heading={t('unsaved.title')}
      theirs={editor.readText()}
      mine={kept.draft.content}
      saveLabel={t('unsaved.restore')}
      save={restore}
      choices={[{ label: t('unsaved.discard'), run: discard }]}
      close={close}
    >
      <p className="admin-muted">{t('unsaved.about')}</p>
      {kept.draft.title !== editor.session.read().title && (
        <p className="admin-muted">
          {t.rich('unsaved.postTitle', { ...richTags, title: kept.draft.title })}
        </p>
      )}
    </CompareDialog>
  )
}
