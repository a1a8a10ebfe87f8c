'use client'
import { useTranslations } from 'next-intl'
import { createContext, useContext } from 'react'
import { HiddenFields } from '@/components/admin/admin-form'

/** The result of a reply or an edit. */
export type CommentTextState = {
  /** The id of the comment that was replied to or edited. */
  id?: number
  done?: 'replied' | 'approvedAndReplied' | 'edited'
  /** The published reply. */
  where?: { href: string; title: string }
  fault?: string
  content?: string
}

export type CommentTextAction = (
  state: CommentTextState,
  form: FormData,
) => Promise<CommentTextState>

type Sender = readonly [CommentTextState, (form: FormData) => void, boolean]
const none: Sender = [{}, () => {}, false]

/**
 * The state of the forms of all comments. The page holds it, because a reply can approve the
 * comment, which removes its form.
 */
export const CommentTexts = createContext<{ reply: Sender; edit: Sender }>({
  reply: none,
  edit: none,
})

type Props = {
  kind: 'reply' | 'edit'
  id: number
  label: string
  submit: string
  content?: string
  fields: Record<string, string>
}

/** A text field with a button. After an error it keeps its input, with or without JavaScript. */
export function CommentTextForm({ kind, id, label, submit, content = '', fields }: Props) {
  const [state, send, isSending] = useContext(CommentTexts)[kind]
  const t = useTranslations('moderationClient')
  const own = state.id === id ? state : {}
  return (
    <form action={send} className="admin-words">
      <HiddenFields of={fields} />
      <label htmlFor={`${kind}-${id}`}>{label}</label>
      <textarea
        key={own.content}
        id={`${kind}-${id}`}
        name="content"
        data-unsent={own.fault && ''}
        rows={4}
        required
        dir="auto"
        defaultValue={own.content ?? content}
      />
      <p role="status" className="admin-said">
        {own.fault}
      </p>
      <button
        type="submit"
        className="admin-button"
        aria-disabled={isSending}
        aria-keyshortcuts="Control+Enter Meta+Enter"
      >
        {isSending ? t('sending') : submit}
      </button>
    </form>
  )
}
