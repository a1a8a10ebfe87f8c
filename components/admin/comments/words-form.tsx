'use client'
import { useTranslations } from 'next-intl'
import { useActionState } from 'react'

export type WordsState = { told?: string; fault?: string; content?: string }

type Props = {
  action: (state: WordsState, form: FormData) => Promise<WordsState>
  id: string
  label: string
  submit: string
  content?: string
  /** Additional hidden fields. */
  hidden: Record<string, string>
}

/** A text field with a button. After an error it keeps its input, with or without JavaScript. */
export function WordsForm({ action, id, label, submit, content = '', hidden }: Props) {
  const [state, send, isSending] = useActionState(action, {})
  const t = useTranslations('moderationClient')
  const message = state.fault ?? state.told
  return (
    <form action={send} className="admin-words">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
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
        {message}
      </p>
      <button type="submit" className="admin-button" aria-disabled={isSending}>
        {isSending ? t('sending') : submit}
      </button>
    </form>
  )
}
