'use client'

import { type ReactNode, useActionState, useId } from 'react'
import { addComment, type FormState } from './add-comment'
import styles from './afterword.module.css'
import { texts } from './texts'

type Props = { slug: string; parentId?: number; summary?: ReactNode }

/**
 * A form that also works without JavaScript.
 * @param summary a `<summary>` that opens the form
 */
export function CommentForm({ slug, parentId, summary }: Props) {
  const [state, action, isPending] = useActionState<FormState, FormData>(addComment, {})
  const id = useId()
  const { status, problem, fields } = state
  const form = (
    <form action={action} className={styles.form}>
      <input type="hidden" name="slug" value={slug} />
      {parentId !== undefined && <input type="hidden" name="parent_id" value={parentId} />}
      <label htmlFor={`${id}-name`}>{texts.name}</label>
      <input
        id={`${id}-name`}
        name="author_name"
        autoComplete="name"
        required
        maxLength={80}
        defaultValue={fields?.author_name}
      />
      <label htmlFor={`${id}-email`}>{texts.email}</label>
      <input
        id={`${id}-email`}
        name="author_email"
        type="email"
        autoComplete="email"
        defaultValue={fields?.author_email}
      />
      <label htmlFor={`${id}-content`}>{texts.comment}</label>
      <textarea
        id={`${id}-content`}
        name="content"
        required
        maxLength={5000}
        rows={5}
        dir="auto"
        aria-describedby={`${id}-problem`}
        defaultValue={fields?.content}
      />
      <label hidden>
        {texts.trap}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <p id={`${id}-problem`} role="alert">
        {problem}
      </p>
      <p role="status">{status && texts[status]}</p>
      <button type="submit" disabled={isPending}>
        {texts.submit}
      </button>
    </form>
  )
  if (!summary) return form
  // Open after a response, because its message would be hidden without JavaScript.
  return (
    <details open={Boolean(status ?? problem)}>
      {summary}
      {form}
    </details>
  )
}
