'use client'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CommentWriter } from './comment-writer'

type Props = ComponentProps<typeof CommentWriter> & {
  /** The form without JavaScript, until the code is loaded. */
  children: ReactNode
}

/**
 * Replaces the server-rendered form by a `CommentWriter`, whose code is loaded when the reader
 * approaches the thread.
 */
export function DeferredWriter({ children, ...props }: Props) {
  const [Writer, setWriter] = useState<typeof CommentWriter>()
  useEffect(() => {
    const thread = document.getElementById('comments')
    if (!thread) return
    const load = ([entry]: IntersectionObserverEntry[]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      import('./comment-writer').then(
        ({ CommentWriter }) => keepInput(() => flushSync(() => setWriter(() => CommentWriter))),
        // The form works without this code.
        () => {},
      )
    }
    const observer = new IntersectionObserver(load, { rootMargin: '400px' })
    observer.observe(thread)
    return () => observer.disconnect()
  }, [])
  return Writer ? <Writer {...props} /> : children
}

const fieldsOfForm = () =>
  document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '#comments > .comment-form :is(input:not([type=hidden]), textarea)',
  )

/** Runs `replace`, and keeps what the reader has typed into the form, and the caret. */
function keepInput(replace: () => void): void {
  const typed = [...fieldsOfForm()].map((field) => ({
    value: field.value,
    start: field.selectionStart,
    end: field.selectionEnd,
    hasFocus: field === document.activeElement,
  }))
  replace()
  for (const [index, field] of fieldsOfForm().entries()) {
    const { value, start, end, hasFocus } = typed[index] ?? {}
    if (value) {
      field.value = value
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (!hasFocus) continue
    field.focus()
    // A field for an e-mail address has no selection (HTML standard, “setSelectionRange”).
    if (start !== null) field.setSelectionRange(start ?? null, end ?? null)
  }
}
