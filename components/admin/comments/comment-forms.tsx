'use client'
import { useTranslations } from 'next-intl'
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import { HiddenFields } from '@/components/admin/admin-form'
import type { Decision } from './describe-decision'

/** The result of a reply or an edit. */
export type CommentTextState = {
  /** The id of the comment that was replied to or edited. */
  id?: number
  done?: 'replied' | 'approvedAndReplied' | 'edited'
  /** The published reply. */
  where?: { href: string; title: string }
  error?: string
  content?: string
}

export type CommentTextAction = (
  state: CommentTextState,
  form: FormData,
) => Promise<CommentTextState>

type Sender<State> = readonly [State, (form: FormData) => void, boolean]
type Senders = Record<'reply' | 'edit', Sender<CommentTextState>> &
  Record<'moderate' | 'undo', Sender<Decision>>
const none: Sender<CommentTextState & Decision> = [{}, () => {}, false]

/**
 * The state of the forms of all comments. The page holds it, because a reply or a verdict can
 * remove its form.
 */
export const CommentForms = createContext<Senders>({
  reply: none,
  edit: none,
  moderate: none,
  undo: none,
})

type DecisionProps = {
  kind: 'moderate' | 'undo'
  fields: ComponentProps<typeof HiddenFields>['of']
  children: ReactNode
}

/** A form of buttons that moderate comments or undo a verdict. It works without JavaScript. */
export function DecisionForm({ kind, fields, children }: DecisionProps) {
  const [, send] = useContext(CommentForms)[kind]
  return (
    <form action={send}>
      <HiddenFields of={fields} />
      {children}
    </form>
  )
}

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
  const [state, send, isSending] = useContext(CommentForms)[kind]
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
        data-unsent={own.error && ''}
        rows={4}
        required
        dir="auto"
        defaultValue={own.content ?? content}
      />
      <p role="status" className="admin-status">
        {own.error}
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
