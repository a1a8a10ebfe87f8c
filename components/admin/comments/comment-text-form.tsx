'use client'
import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { HiddenFields } from '@/components/admin/admin-form'

export type CommentTextState = { told?: string; fault?: string; content?: string }

type Props = {
  action: (state: CommentTextState, form: FormData) => Promise<CommentTextState>
  id: string
  label: string
  submit: string
  content?: string
  fields: Record<string, string>
}

/** A text field with a button. After an error it keeps its input, with or without JavaScript. */
export function CommentTextForm({ action, id, label, submit, content = '', fields }: Props) {
  const [state, send, isSending] = useActionState(action, {})
  const t = useTranslations('moderationClient')
  return (
    <form action={send} className="admin-words">
      <HiddenFields of={fields} />
      <label htmlFor={id}>{label}</label>
      <textarea
        key={state.content}
        id={id}
        name="content"
        rows={4}
        required
        dir="auto"
        defaultValue={state.content ?? content}
      />
      <p role="status" className="admin-said">
        {state.fault ?? state.told}
      </p>
      <button type="submit" className="admin-button" aria-disabled={isSending}>
        {isSending ? t('sending') : submit}
      </button>
    </form>
  )
}
